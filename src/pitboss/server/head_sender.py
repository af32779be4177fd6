"""Sends the signed heads of this server to a second machine that keeps them."""

import logging
import threading
import urllib.error
import urllib.request
from pathlib import Path

LOOK_S = 0.5
"""Between two looks for new lines."""
RETRY_MAX_S = 30.0
TIMEOUT_S = 10.0
BLOCK_BYTES = 1_000_000
"""What is sent at once."""

log = logging.getLogger("pitboss.witness")


class HeadSender:
    """A thread that sends what is new in the file of heads, from where it was left."""

    def __init__(self, heads: Path, url: str) -> None:
        self._heads = heads
        self._url = f"{url.rstrip('/')}/heads"
        self._place = heads.with_name(f"{heads.name}.sent")
        """How many bytes were sent."""
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heads", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Send what there is, if the other machine takes it, and end."""
        self._is_closing.set()
        self._thread.join()

    def _run(self) -> None:
        wait_s = LOOK_S
        while not self._is_closing.wait(wait_s):
            wait_s = LOOK_S if self._send_new() else min(2 * wait_s, RETRY_MAX_S)
        self._send_new()

    def _send_new(self) -> bool:
        """Send every whole line behind the last; False where the other machine did not take it."""
        while lines := self._unsent():
            request = urllib.request.Request(self._url, data=lines, method="POST")
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_S):
                    self._place.write_text(str(self._sent() + len(lines)), encoding="ascii")
            except (OSError, urllib.error.URLError) as error:
                log.warning("heads were not taken", extra={"url": self._url, "why": str(error)})
                return False
        return True

    def _unsent(self) -> bytes:
        try:
            with self._heads.open("rb") as file:
                file.seek(self._sent())
                block = file.read(BLOCK_BYTES)
                if b"\n" not in block:
                    # The first statement of a large house is longer.
                    block += file.readline()
        except OSError:
            return b""
        return block[: block.rfind(b"\n") + 1]

    def _sent(self) -> int:
        try:
            sent = int(self._place.read_text(encoding="ascii"))
            # A copy that was begun again is shorter than what was sent of the one before.
            return sent if sent <= self._heads.stat().st_size else 0
        except (OSError, ValueError):
            return 0
