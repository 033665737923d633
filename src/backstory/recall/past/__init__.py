"""Earlier sessions: what was asked, how they ended, which steps and red tests they left."""
