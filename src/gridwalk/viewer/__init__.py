"""The viewer: a local web page that draws boards, asks questions and plays the algorithms' event logs.

`protocol` checks the messages between page and server; `questions` answers them without any web code;
`choices` lists questions, algorithms and makers; `making` makes boards; `pictures` draws the files to save;
`session` serves one open page; `app` has the routes and guards them; `serve` runs the server until Ctrl-C.
The page itself is in ``static``.
"""
