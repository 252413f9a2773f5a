-- Generations were counted from 1. The realm begins a new one, which is a time in seconds, and tells the clients.
UPDATE server_generations SET version = '';
