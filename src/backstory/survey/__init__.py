"""The world coming in: git, the repository, snapshots, anchors, directives. Returns what it saw, writes nothing."""
