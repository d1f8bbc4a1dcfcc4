"""The viewer: a local web page that draws boards, asks questions and plays the algorithms' event logs.

`protocol` checks the messages between page and server, `replying` makes the reply to each.  Without any web
code: `asked` is a question of the page with its set of paths, `questions` the table of all, which says what
cannot be asked, too; `answers` and `comparison` (all algorithms on one board, walking by hand) answer them;
`making` makes boards, and draws the files to save.  `address` reads the address of a page, and keeps the
token of a port.  `session` serves one open page; `serve` has the routes, guards them, and runs the server
until Ctrl-C.

The page itself is in ``static``: ``main.js`` is its beginning, ``state.js`` all that it knows.  ``player``
is what a saved page has besides.
"""
