"""What a client is told when the server, or the way to it, does not do what was asked."""

from pitboss.errors import Error


class ClientError(Error):
    """A request that failed: a code for programs and a sentence for people.

    >>> error = ClientError("not_enough_chips", "ann has 5.00 in chips")
    >>> error.code, str(error)
    ('not_enough_chips', 'ann has 5.00 in chips')
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
