"""The one face of the library: open a project's memory, then speak in verbs.

```python
from backstory.memory import Channel, Memory

memory = Memory.open("/path/to/project", os.environ, channel=Channel("explicit"))
memory.remember(Draft(kind="decision", title="Use psycopg 3"))
```

Never prints and never reads the process environment: what it needs of it is handed in.
"""

from backstory.memory.core import Channel, Memory

__all__ = ["Channel", "Memory"]
