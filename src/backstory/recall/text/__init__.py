"""Lines and words as the brief weighs them: what they are about, how much they say, how they are cut."""
