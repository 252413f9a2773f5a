-- Imports wrote bots of other servers without a row, and so without a seed: no administrator could register.
INSERT INTO bots (user_id, key_seed, default_sending_stream, default_events_register_stream, default_all_public_streams,
                  service_name, payload_url, interface, config_data)
SELECT user_id, hex(randomblob(32)), NULL, NULL, 0, '', '', 1, '{}' FROM users
WHERE bot_type IS NOT NULL AND is_system_bot = 0
ON CONFLICT (user_id) DO UPDATE SET key_seed = excluded.key_seed WHERE key_seed = '';
