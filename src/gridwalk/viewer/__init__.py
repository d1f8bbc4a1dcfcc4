"""The viewer: a local web page that draws boards, asks questions and plays the algorithms' event logs.

`protocol` checks the messages between page and server, whose `fields` have types and ranges; `replying`
makes the reply to each.  Without any web code: `asked` is a question of the page with its set of paths,
`questions` the table of all; `answers`, `comparison` (all algorithms on one board) and `play` (walking by
hand) answer them, `pages` lists paths, `offers` says what cannot be asked, `words` in which names.
`filmdata`, `sweepdata` and `replies` are the form of the answers.  `choices` lists questions, algorithms
and makers; `making` makes boards; `pictures` draws the files to save.  `link` reads the address of a page,
`token` keeps that of a port. `session` serves one open page; `app` has the routes and guards them; `serve`
runs the server until Ctrl-C.

The page itself is in ``static``: ``main.js`` is its beginning, ``state.js`` all that it knows.  ``player``
is what a saved page has besides.
"""
