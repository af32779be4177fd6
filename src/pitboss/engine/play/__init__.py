"""Play: decisions for hands, the chips added to them, and turns."""
