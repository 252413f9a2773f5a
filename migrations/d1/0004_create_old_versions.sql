-- What a message said before an edit, under the edit's id. Of a deleted message, empty rows stay, so that nothing sent late brings it back.
CREATE TABLE old_versions (
  realm_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  PRIMARY KEY (realm_id, id)
) STRICT, WITHOUT ROWID;
