"""What changes records: remember, edit, link, forget, undo, share, transfer."""
