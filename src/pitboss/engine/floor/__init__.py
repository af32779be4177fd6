"""The floor: staff, procedures, irregularities, rulings, notices, and cards dealt by hand."""
