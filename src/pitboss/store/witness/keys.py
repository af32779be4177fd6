"""The key that heads are signed with: Ed25519, in a file of its own that nobody else can read.

``cryptography`` is imported when a key is used, so that what signs nothing starts without it.
"""

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.store.port import StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MODE = 0o600
"""Only the account that the server runs under may read it."""


class WitnessKeyError(StoreError):
    """A key that is not there, or cannot be used."""


class Key:
    """Signs; ``public`` is what signatures are checked with, as hexadecimal."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, data: bytes) -> str:
        """A signature, as hexadecimal."""
        return self._private.sign(data).hex()

    def save(self, path: Path) -> None:
        """Keep it in a file that was not there."""
        from cryptography.hazmat.primitives import serialization as form  # noqa: PLC0415

        pem = self._private.private_bytes(
            form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        handle = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, MODE)
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        # A crash leaves no half of a key behind; nor is one written over.
        os.link(part, path)
        part.unlink()


def new_key() -> Key:
    """A key that nobody has had before."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    return Key(ed25519.Ed25519PrivateKey.generate())


def load_key(path: Path) -> Key:
    """The key of a file; one that others can read is refused, as anybody may have copied it."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise WitnessKeyError(f"others can read the key {path}: run chmod 600 on it")
        private = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError) as error:
        raise WitnessKeyError(f"the key {path} cannot be read: {error}") from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise WitnessKeyError(f"{path} holds no Ed25519 key")
    return Key(private)


def is_signed(public: str, data: bytes, signature: str) -> bool:
    """Whether the holder of a key has signed these bytes."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    try:
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), data)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True
