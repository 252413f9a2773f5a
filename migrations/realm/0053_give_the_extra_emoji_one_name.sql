-- The product's emoji was stored under the vendor's name, too. Where one person gave both to a message, one stays.
UPDATE OR IGNORE reactions SET emoji_name = 'svc', emoji_code = 'svc' WHERE reaction_type = 'svc_extra_emoji';
DELETE FROM reactions WHERE reaction_type = 'svc_extra_emoji' AND emoji_code <> 'svc';
UPDATE user_statuses SET emoji_name = 'svc', emoji_code = 'svc' WHERE reaction_type = 'svc_extra_emoji';
