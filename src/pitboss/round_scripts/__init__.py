"""Round scripts: rounds written by hand or exported from a log, to be played and judged.

``lines`` reads and writes single lines, ``format`` reads files, ``play`` judges and ``export``
writes. The shipped scripts are tests of the clauses, in ``tests/clauses``; ``pitboss.proof`` checks
recorded logs.
"""
