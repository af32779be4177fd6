"""Pictures of results as SVG, and the page that holds those of a simulation.

Here are figures made of lines, bands and bars, and how they are drawn. The numbers come from
``sim``, ``study`` and ``reports``; the pages of ``odds`` and of the web client draw nothing here.
"""
