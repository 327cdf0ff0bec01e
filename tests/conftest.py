"""Settings for every test."""

from hypothesis import settings

# A failing random test prints what is needed to run it again. Timing is not part of a property,
# so there is no deadline.
settings.register_profile("sandtable", print_blob=True, deadline=None)
settings.load_profile("sandtable")
