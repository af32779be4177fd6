"""The floor: staff, procedures, what goes wrong, rulings, notices, and cards dealt by hand."""
