"""Receipts: signed heads of a table's log that players keep, so that a rewritten log is noticed.

A receipt is one line of JSON. Its signature covers all other fields, in their order.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.store.port import UNREADABLE
from pitboss.store.witness.statements import Key, StatementError, is_signed

FORMAT = "pitboss receipt 1"
RECEIPTS_BYTES_MAX = 20_000_000
"""No file of receipts is larger."""
CODE_DIGITS = 16
"""Digits of a chain value in its short code: too many to find another log with the same ones."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A number that every reader of JSON has exactly."""


class ReceiptError(StatementError):
    """A file that is not one of receipts, or a receipt that is not as it was signed."""


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a table's log after one of its events, signed by the house for a player."""

    format: str
    table: str
    player: str
    """The player to whom the house gave it."""
    round: Number
    """The last round that had ended; 0 before the first."""
    version: Number
    """The number of the last event that it covers."""
    chain: str
    """The hash there: it covers every event before it too."""
    at_ms: Number
    """Log time of that event."""
    key: str
    """The house's public key."""
    signature: str = ""

    @property
    def code(self) -> str:
        """Its short code: see ``short_code``."""
        return short_code(self.chain)


_DECODER = msgspec.json.Decoder(Receipt)
_ENCODER = msgspec.json.Encoder()


def short_code(chain: str) -> str:
    """Return the first digits of a chain value in groups of four, to read out or write down.

    >>> short_code("f350b5f24c58bacb0123456789abcdef")
    'f350 b5f2 4c58 bacb'
    """
    return " ".join(chain[place : place + 4] for place in range(0, CODE_DIGITS, 4))


def sign_receipt(receipt: Receipt, key: Key) -> Receipt:
    """Return a receipt with the house's signature."""
    unsigned = replace(receipt, key=key.public, signature="")
    return replace(unsigned, signature=key.sign(_ENCODER.encode(unsigned)))


def write_receipts(receipts: Iterable[Receipt]) -> bytes:
    """Return receipts as the lines of a file."""
    return b"".join(_ENCODER.encode(receipt) + b"\n" for receipt in receipts)


def read_receipts(data: bytes) -> list[Receipt]:
    """Return the receipts of a file; raise ``ReceiptError`` with the line of a wrong one."""
    if len(data) > RECEIPTS_BYTES_MAX:
        raise ReceiptError(f"a file of {len(data)} bytes is too large for receipts")
    receipts = []
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            receipt = _DECODER.decode(line)
        except UNREADABLE as error:
            hint = "give the file of receipts that the page saved"
            raise ReceiptError(f"line {number} is not a receipt: {error}", hint=hint) from None
        if receipt.format != FORMAT:
            raise ReceiptError(f"line {number}: the format is {receipt.format!r}, not {FORMAT!r}")
        unsigned = _ENCODER.encode(replace(receipt, signature=""))
        if not is_signed(receipt.key, unsigned, receipt.signature):
            raise ReceiptError(f"line {number} is not as the house signed it")
        receipts.append(receipt)
    if not receipts:
        raise ReceiptError("it has no receipts")
    return receipts
