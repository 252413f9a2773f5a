CREATE TABLE channels (
  stream_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name in lower case: names are compared without case
  description TEXT NOT NULL, -- Markdown
  rendered_description TEXT NOT NULL, -- HTML
  date_created INTEGER NOT NULL,
  creator_id INTEGER,
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  history_public_to_subscribers INTEGER NOT NULL,
  is_archived INTEGER NOT NULL,
  is_default INTEGER NOT NULL, -- new users are subscribed to it
  message_retention_days INTEGER, -- in days. NULL is the realm setting, -1 is for ever
  topics_policy TEXT NOT NULL,
  first_message_id INTEGER,
  folder_id INTEGER,
  is_recently_active INTEGER NOT NULL,
  subscriber_count INTEGER NOT NULL,
  weekly_traffic INTEGER, -- NULL: the channel is too new for an average
  permissions TEXT NOT NULL -- JSON: a group-setting value for each permission
) STRICT;

-- The visibility of a channel before each change that older events in the log depend on.
CREATE TABLE channel_visibility_history (
  stream_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL, -- the last event before the change
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  permissions TEXT NOT NULL,
  PRIMARY KEY (stream_id, to_event)
) STRICT, WITHOUT ROWID;
