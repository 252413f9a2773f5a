-- The visibility policies of users for topics. The policy 0 (none) has no row.
CREATE TABLE user_topics (
  user_id INTEGER NOT NULL,
  stream_id INTEGER NOT NULL,
  topic_key TEXT NOT NULL, -- the topic in lower case
  topic_name TEXT NOT NULL, -- as it was spelled for the first policy
  visibility_policy INTEGER NOT NULL,
  last_updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream_id, topic_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_topics_by_topic ON user_topics (stream_id, topic_key);
