"""pitboss makes a blackjack rulebook run."""

__version__ = "0.1.0"
