"""The commands: each module imports what is heavy only when its command runs.

A file here is a command, or several on one subject. Commands for a house are in ``house``, long
runs in ``simulate`` and ``study``, common options and output in ``shared``. Commands read options
and print results; the work is done in other packages.
"""
