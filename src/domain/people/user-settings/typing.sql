-- A realm asks who turned off typing notifications with each typing notification.
CREATE INDEX users_with_typing_changed ON user_settings (user_id) WHERE name = 'receives_typing_notifications';
