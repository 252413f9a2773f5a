-- The media of a call go from browser to browser ('mesh'), or over the media server of the platform ('sfu'). The start decides it.
ALTER TABLE calls ADD COLUMN transport TEXT NOT NULL DEFAULT 'mesh';
-- JSON: the sessions at the media server that are still to be closed, with the number of attempts.
ALTER TABLE calls ADD COLUMN closing TEXT NOT NULL DEFAULT '[]';
