"""What was said in earlier sessions and is worth its tokens, with marks where it no longer holds."""
