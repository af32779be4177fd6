"""What every error of pitboss is, so that a program can catch them all by one name."""


class Error(Exception):
    """Something that was given cannot be taken, a text, a file, a command: the message says why."""
