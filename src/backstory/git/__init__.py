"""Everything that is asked of git. Nothing here changes a repository."""
