"""Talking to language models: one small protocol, one client over LiteLLM, budgets, limits, retries and a cache."""
