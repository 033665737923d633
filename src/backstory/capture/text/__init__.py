"""Messages as text: own words, sentences, signals, and the words by which statements are recognised."""
