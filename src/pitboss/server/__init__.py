"""A casino in a browser: live tables, people, play money, odds, and the API before them.

Here: the application (`app`), its parts (`house`), settings, clocks, metrics and the first minute
(`startup`). Rooms in order: `log`, `feed`, `admission`, `analysis`, `people`, `security`, `tables`,
`cluster`, `lobby`, `http`. Not here: the rules (`rulebook`, `engine`), the store of logs (`store`),
and the messages that a client reads (`wire`).
"""
