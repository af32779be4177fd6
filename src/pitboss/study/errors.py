"""What a study cannot answer."""

from pitboss.errors import Error


class StudyError(Error, ValueError):
    """A question that a study cannot answer, or a file that is not a study."""
