-- The slash commands of the organization.
CREATE TABLE commands (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE, -- without the slash
  description TEXT NOT NULL,
  usage_hint TEXT NOT NULL,
  bot_id INTEGER NOT NULL, -- the answer is sent by this bot
  url TEXT NOT NULL
) STRICT;
