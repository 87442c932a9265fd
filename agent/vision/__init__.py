"""A figure seen by a model, and how its reading and the rules' reading become one."""
