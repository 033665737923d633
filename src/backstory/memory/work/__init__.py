"""Work in progress: where it stands, checkpoints, advice from earlier runs."""
