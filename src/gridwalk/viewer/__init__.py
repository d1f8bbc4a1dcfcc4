"""The viewer: a local web page that draws boards, asks questions and plays the algorithms' event logs.

`messages` is what page and server say to each other, checked; `questions` answers, and knows
nothing of the web; `choices` says what there is to choose from; `pictures` draws what is to be saved;
`session` is one open page; `app` the routes and who may use them; `serve` runs it all until Ctrl-C.
The page itself is in ``static``.
"""
