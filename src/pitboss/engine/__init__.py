"""The pure table: ``decide`` judges commands, ``evolve`` applies events, ``view`` redacts."""
