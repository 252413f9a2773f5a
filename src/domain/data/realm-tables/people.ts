import { copied } from './declaration'

/** Accounts, groups, and what users chose for themselves. */
export const peopleTables = {
  users: copied(
    'user_id',
    `user_id delivery_email delivery_email_key full_name role is_active bot_type bot_owner_id is_system_bot can_create_users
     date_joined timezone avatar_source avatar_version avatar_hash email_address_visibility can_change_user_emails
     profile_data standing guest_link_id`,
    { kept: 'emptied', exported: 'users', reference: 'zerver_userprofile zerver_customprofilefieldvalue avatars' },
    { withheld: { password_hash: 'credential' } },
  ),
  guest_links: copied(
    'id',
    'id stream_id created_by_user_id created_at expires_at max_uses uses guests_leave',
    { kept: 'numbers', exported: 'organization', reference: 'nowhere' },
    {
      withheld: { state: 'bound', seed: 'credential', secret_hash: 'credential' },
      filled: { state: `'ended'`, seed: `''`, secret_hash: 'hex(randomblob(32))' },
    },
  ),
  user_uuids: copied('user_id', 'user_id uuid', { deleted: 'user_id', exported: 'nowhere', reference: 'nowhere' }),
  erased_users: copied('user_id', 'user_id erased_at', { kept: 'numbers', exported: 'nowhere', reference: 'nowhere' }),
  user_groups: copied(
    'id',
    'id name name_key description date_created creator_id is_system_group deactivated permissions',
    { kept: 'organization', exported: 'groups', reference: 'zerver_usergroup zerver_namedusergroup' },
  ),
  group_members: copied('group_id user_id', 'group_id user_id', {
    kept: 'numbers',
    exported: 'groups',
    reference: 'zerver_usergroupmembership',
  }),
  group_subgroups: copied('group_id subgroup_id', 'group_id subgroup_id', {
    kept: 'organization',
    exported: 'groups',
    reference: 'zerver_groupgroupmembership',
  }),
  bots: copied(
    'user_id',
    'user_id default_sending_stream default_events_register_stream default_all_public_streams service_name payload_url interface',
    { kept: 'organization', exported: 'bots', reference: 'zerver_service' },
    {
      withheld: { key_seed: 'credential', config_data: 'credential' },
      filled: { key_seed: 'hex(randomblob(32))', config_data: `'{}'` },
    },
  ),
  bot_storage: copied('user_id entry_key', 'user_id entry_key value', {
    kept: 'organization',
    exported: 'bots',
    reference: 'zerver_botstoragedata',
  }),
  user_settings: copied('user_id name', 'user_id name value', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'zerver_userprofile',
  }),
  edited_settings: copied('user_id name', 'user_id name', {
    deleted: 'user_id',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  realm_user_settings_defaults: copied('name', 'name value', {
    kept: 'organization',
    exported: 'nowhere',
    reference: 'zerver_realmuserdefault',
  }),
  alert_words: copied('id', 'id user_id word word_key', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'zerver_alertword',
  }),
  muted_users: copied('user_id muted_user_id', 'user_id muted_user_id muted_at', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'zerver_muteduser',
  }),
  user_statuses: copied('user_id', 'user_id status_text emoji_name emoji_code reaction_type', {
    deleted: 'user_id',
    exported: 'nowhere',
    reference: 'zerver_userstatus',
  }),
  onboarding_steps_seen: copied('user_id name', 'user_id name', {
    deleted: 'user_id',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  navigation_views: copied('user_id fragment', 'user_id fragment is_pinned name', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'zerver_navigationview',
  }),
  saved_snippets: copied('id', 'id user_id title content date_created', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'zerver_savedsnippet',
  }),
  scim_users: copied('user_id', 'user_id user_name_key external_id document is_deleted changed_at', {
    deleted: 'user_id',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  scim_groups: copied('group_id', 'group_id id_prefix external_id is_deleted changed_at', {
    kept: 'organization',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
}
