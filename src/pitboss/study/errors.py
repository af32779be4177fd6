"""What a study cannot answer."""

from pitboss.errors import Error


class StudyError(Error, ValueError):
    """A question that a study has no answer to, or a file that is no study."""
