-- What precedes the number of a group in its id of SCIM. An id must differ from those of users. It must never change either, so
-- groups that a directory already knows by their number keep it.
ALTER TABLE scim_groups ADD COLUMN id_prefix TEXT NOT NULL DEFAULT '';
