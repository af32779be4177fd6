"""Verification: logs decided again, command by command; shoes, books and bankrolls checked."""
