"""Surveys a repository: its files, manifests and README, snapshots, anchors. Writes nothing."""
