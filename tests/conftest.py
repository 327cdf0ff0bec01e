"""Settings for every test."""

import os

from hypothesis import settings

# Processes for the thoughts of computer players would have to start for every server of a test;
# where they are what is tested, a test asks for them.
os.environ.setdefault("SANDTABLE_THINKERS", "0")

# A failing random test prints what is needed to run it again. Timing is not part of a property,
# so there is no deadline.
settings.register_profile("sandtable", print_blob=True, deadline=None)
settings.load_profile("sandtable")
