"""The books of the house: slips that two people sign, and the sign-off of a shift.

One person writes a slip, another confirms it by its number, and one of them is a supervisor. Only
tables with a human dealer have a tray to count; a table dealt by the server has reports without
counts, and is signed off like any other. Reports over several tables are in ``pitboss.reports``.
"""
