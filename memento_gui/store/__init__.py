"""The SQLite store: the only package that knows SQLAlchemy."""
