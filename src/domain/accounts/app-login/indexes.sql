CREATE INDEX app_logins_by_time ON app_logins (expires_at);

CREATE INDEX app_logins_by_user ON app_logins (user_id, expires_at);
