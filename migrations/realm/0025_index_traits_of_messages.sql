-- Those who look for messages of one kind would otherwise walk through all. A message has a row in an index only if it is
-- of its kind, and the bits are those of Trait.
CREATE INDEX messages_with_links ON message_index (id) WHERE traits & 1;
CREATE INDEX messages_with_images ON message_index (id) WHERE traits & 2;
CREATE INDEX messages_with_attachments ON message_index (id) WHERE traits & 4;
CREATE INDEX messages_with_reactions ON message_index (id) WHERE traits & 8;
CREATE INDEX messages_calling_many ON message_index (id) WHERE traits & 176;
