"""What every error of pitboss is, so that a program can catch them all by one name."""


class Error(Exception):
    """Something that was given, a text, a file, a command, cannot be taken: the message says why."""
