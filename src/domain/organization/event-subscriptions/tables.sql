-- Addresses that receive events for a bot. The event log holds the events, so an event writes no row here.
CREATE TABLE event_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- JSON: the names of events
  all_public_streams INTEGER NOT NULL,
  is_enabled INTEGER NOT NULL,
  queue_id TEXT NOT NULL, -- the event queue, which keeps the events in the log
  last_event_id INTEGER NOT NULL, -- the events up to this one were delivered, or need no delivery
  attempts INTEGER NOT NULL, -- attempts of the next event that began
  due_at INTEGER NOT NULL, -- no attempt before this time
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX event_subscriptions_by_bot ON event_subscriptions (bot_id, id);

-- The last deliveries of each subscription, for the owner of the bot. At most 20 for each.
CREATE TABLE event_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  message_id INTEGER, -- its content is not stored twice: the delivery is made again from the message
  data TEXT NOT NULL, -- JSON: what was sent, without the content of a message
  attempted_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  outcome TEXT NOT NULL, -- 'delivered', 'failed', or 'waiting': the owner wants it to be sent again
  error TEXT,
  UNIQUE (subscription_id, event_id)
) STRICT;
