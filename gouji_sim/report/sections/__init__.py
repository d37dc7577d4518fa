"""The sections of a report, one module each: ``section(builder)`` gives a `Section`, or None when it does not
apply."""
