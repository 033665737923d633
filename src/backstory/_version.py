"""The version, as a literal: reading it from package metadata costs four interpreter starts."""

VERSION = "0.1.0"
