"""The works in the bibliography of a paper: of an author, of some years, of a place of publication, or the oldest of them."""
