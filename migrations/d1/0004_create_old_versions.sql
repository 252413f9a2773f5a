-- Earlier versions of messages, by the id of the edit. A deleted message leaves empty rows, so that a late batch cannot restore it.
CREATE TABLE old_versions (
  realm_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  PRIMARY KEY (realm_id, id)
) STRICT, WITHOUT ROWID;
