"""The viewer: a local web page that draws boards, asks questions and plays the algorithms' event logs.

Modules without web code: `protocol` checks the requests of the page; `asked` holds a question and its set of
paths; `questions` is the table of all questions, with the reasons why one cannot be asked; `answers` and
`comparison` answer them; `making` makes boards and draws the files to save; `replying` returns the reply to
a request; `address` reads and writes links to the page, and stores the token of a port.  `serve` is the
server.

The page is in ``static``: ``main.js`` starts it, ``state.js`` is its state.  ``player`` is what a saved page
needs besides.
"""
