"""Alembic's entry point: runs the steps inside the transaction that `memento_gui.store.migrating` has begun."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True, render_as_batch=True)
with context.begin_transaction():  # joins the one that runs; whoever began it commits
    context.run_migrations()
