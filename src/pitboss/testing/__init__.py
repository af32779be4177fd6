"""Checks for a rulebook, a kind of side wager or a store of your own.

Each raises one error with every fault. Helpers for the tests of pitboss itself are in ``tests``.
"""
