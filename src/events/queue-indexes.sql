-- The few queues that receive the messages of all public channels.
CREATE INDEX queues_of_all_public_channels ON queues (user_id) WHERE options ->> '$.all_public_streams' = 1;
