"""Writes a picture as a PNG of at most 256 colours: screenshots that stay small."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

COLOURS_MAX = 256
BITS = 5
"""Of each channel, in the cells that colours are counted in."""


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """The file of a picture, given as rows of pixels with red, green and blue."""
    height, width, _ = pixels.shape
    indices, palette = _quantised(pixels.reshape(-1, 3).astype(np.int64))
    rows = np.zeros((height, width + 1), dtype=np.uint8)
    rows[:, 1:] = indices.reshape(height, width)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _quantised(colours: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Each colour as a place in a palette: the commonest, each the mean of what it stands for."""
    cells = colours >> (8 - BITS)
    codes = (cells[:, 0] << 2 * BITS) | (cells[:, 1] << BITS) | cells[:, 2]
    distinct, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    means = np.stack(
        [np.bincount(inverse, colours[:, channel]) / counts for channel in range(3)], axis=1
    )
    chosen = means[np.argsort(-counts)[:COLOURS_MAX]]
    apart = ((means[:, None, :] - chosen[None, :, :]) ** 2).sum(axis=2)
    nearest = apart.argmin(axis=1).astype(np.uint8)
    assert len(distinct) == len(means)
    return nearest[inverse], chosen.round().astype(np.uint8)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
