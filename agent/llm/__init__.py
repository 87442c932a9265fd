"""Language models: one small protocol, one client over LiteLLM, budgets, limits, retries and a cache.

`roles.open_models(settings)` opens the clients that answer, and `roles.open_judge(settings)` opens the client that
grades.
"""
