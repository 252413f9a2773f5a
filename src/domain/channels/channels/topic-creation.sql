-- A permission of level 441: who may begin a topic. role:everyone is group 7 in each realm.
UPDATE channels SET permissions = json_set(permissions, '$.can_create_topic_group', 7);
