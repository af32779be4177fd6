"""What makes arrays is compiled so, whoever calls it first."""

from typing import Any

import numpy as np
import pytest
from numba.core.caching import NullCache

from pitboss.compiling import kernel, making, summing


@pytest.mark.parametrize("made", [making, summing])
def test_a_kernel_that_makes_no_array_may_call_one_that_does(made: Any) -> None:
    def twice(value: float) -> Any:
        room = np.empty(2)
        room[:] = value
        return room[0] + room[1]

    maker = made(twice)

    def one_more(value: float) -> Any:
        return maker(value) + 1.0

    caller: Any = kernel(one_more)
    for compiled in (maker, caller):
        compiled._cache = NullCache()  # Compiled here, whatever an earlier run has kept.
    assert caller(3.0) == 7.0
