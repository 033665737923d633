"""What fills the generated regions of the documentation: a function for each, named after the region."""
