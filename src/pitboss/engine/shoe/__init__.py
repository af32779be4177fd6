"""The shoe: cards loaded into it and drawn from it, and the commitment to their order.

The cut and the steps of a shuffle are procedures of the floor. A random order arrives with a
command: it is made in ``pitboss.shuffle``.
"""
