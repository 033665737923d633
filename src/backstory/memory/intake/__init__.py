"""What conversations bring in: sessions, directives, candidates, commits."""
