-- Level 453 has one setting for all services of GIFs. Its codes lack the rating Y, the first one of the older setting.
INSERT OR IGNORE INTO realm_settings (name, value)
  SELECT 'gif_rating_policy', CAST(max(0, CAST(value AS INTEGER) - 1) AS TEXT) FROM realm_settings WHERE name = 'giphy_rating';
DELETE FROM realm_settings WHERE name = 'giphy_rating';
