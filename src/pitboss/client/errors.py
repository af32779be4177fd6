"""What a client is told when the server, or the way to it, does not do what was asked."""

from pitboss.errors import Error


class ClientError(Error):
    """A request that failed: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
