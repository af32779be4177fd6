"""The short terms of the trade, such as 6D H17 DAS, and games written as a line of terms.

Here are the terms, how they are spelled, what an unknown word may mean, and the rulebook that a
line makes. Rules in whole sentences are in ``words``.
"""
