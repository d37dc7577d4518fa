"""Tables and deals told in words: positions drawn, reasons given, deals retold from their seed."""
