"""Admission: who comes first when not everybody can be served, and how much each may ask for."""
