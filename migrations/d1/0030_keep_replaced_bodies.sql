-- The texts that an edit, a deletion or a restore replaced. They are kept for thirty days, so that a restored realm has the texts
-- of its moment: docs/decisions/restoring.md.
CREATE TABLE replaced_bodies (
  realm_id TEXT NOT NULL,
  target TEXT NOT NULL, -- the table that had the row
  id INTEGER NOT NULL,
  replaced_by INTEGER NOT NULL, -- the version of the row that replaced it
  replaced_at INTEGER NOT NULL, -- seconds since 1970
  body TEXT NOT NULL, -- JSON: the columns of the row
  PRIMARY KEY (realm_id, target, id, replaced_by)
) STRICT, WITHOUT ROWID;

CREATE INDEX replaced_bodies_by_time ON replaced_bodies (replaced_at);

CREATE TRIGGER keep_replaced_messages BEFORE UPDATE ON messages WHEN OLD.is_deleted IS NULL AND NEW.version > OLD.version
BEGIN
  INSERT INTO replaced_bodies (realm_id, target, id, replaced_by, replaced_at, body)
  VALUES (OLD.realm_id, 'messages', OLD.id, NEW.version, unixepoch(), json_object('content', OLD.content,
    'rendered_content', OLD.rendered_content, 'client', OLD.client, 'is_me_message', OLD.is_me_message));
END;

CREATE TRIGGER keep_replaced_versions BEFORE UPDATE ON old_versions WHEN OLD.content <> '' AND NEW.version > OLD.version
BEGIN
  INSERT INTO replaced_bodies (realm_id, target, id, replaced_by, replaced_at, body)
  VALUES (OLD.realm_id, 'old_versions', OLD.id, NEW.version, unixepoch(),
    json_object('content', OLD.content, 'rendered_content', OLD.rendered_content));
END;

-- The restores of each realm. They are here because a restore takes away what the realm itself stored.
CREATE TABLE realm_restores (
  realm_id TEXT NOT NULL,
  restore_id INTEGER NOT NULL, -- ascending
  begun_at INTEGER NOT NULL, -- seconds since 1970
  moment INTEGER NOT NULL, -- seconds since 1970: the realm gets the state of this moment
  bookmark TEXT NOT NULL, -- the platform's name of that state
  undo_bookmark TEXT NOT NULL, -- the platform's name of the state before the restore
  highest_ids TEXT NOT NULL, -- JSON: the ids that the realm had issued
  state TEXT NOT NULL, -- begun, finished or cancelled
  finished_at INTEGER,
  report TEXT NOT NULL, -- JSON: what the restore removed and recovered
  PRIMARY KEY (realm_id, restore_id)
) STRICT, WITHOUT ROWID;
