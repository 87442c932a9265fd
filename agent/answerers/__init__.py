"""An answer in a model's words: drafted from passages, then proven quote by quote."""
