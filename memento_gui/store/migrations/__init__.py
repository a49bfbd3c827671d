"""How the schema came to be: one module a step, found and run by Alembic."""
