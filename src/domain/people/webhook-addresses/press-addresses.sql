-- Where the presses on the buttons, menus and fields of a bot's messages are sent.
CREATE TABLE press_addresses (
  bot_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL
) STRICT;
