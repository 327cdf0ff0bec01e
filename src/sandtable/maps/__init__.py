"""Maps of the boards: the shapes of their spaces, and pictures of what stands on them.

`draw` makes a picture of a game, a position or the start of a game:

    from sandtable import maps
    maps.draw("global1940").save("board.png")
    maps.draw(game, theme="dark", crop=["germany", "ukraine"])     # shown as it is in a notebook
"""

from sandtable.maps.asking import draw
from sandtable.maps.drawing import Drawing, Options
from sandtable.maps.scene import Scene

__all__ = ["Drawing", "Options", "Scene", "draw"]
