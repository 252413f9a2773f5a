-- How often the previews of a message were begun: a page that stops the realm object is not read for ever.
ALTER TABLE linking_messages ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
