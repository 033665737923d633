"""For all tests: properties are about what comes out, not about how long a busy machine takes over an example."""

from hypothesis import settings

settings.register_profile("ours", deadline=None)
settings.load_profile("ours")
