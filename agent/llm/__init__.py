"""Language models: one small protocol, one client over LiteLLM, budgets, limits, retries and a cache.

`roles.open_models(settings)` opens the clients that answer, `roles.open_judge(settings)` the one that grades.
"""
