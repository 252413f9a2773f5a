import { copied } from './declaration'

/** The settings and the customization of the organization, its channels and its audit log. */
export const organizationTables = {
  realm: copied(
    'singleton',
    'singleton created_at',
    { kept: 'organization', exported: 'organization', reference: 'zerver_realm', staysAtImport: true },
    {
      withheld: { string_id: 'place', host: 'place', is_deactivated: 'place' },
      filled: {
        string_id: '(SELECT string_id FROM realm)',
        host: '(SELECT host FROM realm)',
        is_deactivated: '(SELECT is_deactivated FROM realm)',
      },
    },
  ),
  // Who has the secret moves the realm to another deployment, as a copy does. Of the exports for a Zulip server, only the one of
  // everything has it: only the operator can download that.
  realm_uuid: copied('singleton', 'singleton uuid owner_secret', {
    kept: 'organization',
    exported: 'organization',
    reference: 'nowhere',
    staysAtImport: true,
  }),
  realm_settings: copied('name', 'name value', {
    kept: 'organization',
    exported: 'organization',
    reference: 'zerver_realm',
  }),
  realm_domains: copied('id', 'id domain allow_subdomains', {
    kept: 'organization',
    exported: 'organization',
    reference: 'zerver_realmdomain',
  }),
  realm_pictures: copied('kind', 'kind picture version', {
    kept: 'organization',
    exported: 'organization',
    reference: 'zerver_realm realm_icons',
  }),
  realm_providers: copied('key', 'key kind display_name issuer client_id team_id key_id trusted_domains', {
    kept: 'organization',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  provider_groups: copied('provider', 'provider issuer claim scope groups', {
    kept: 'organization',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  profile_fields: copied(
    'id',
    'id position type name hint field_data display_in_profile_summary required editable_by_user use_for_user_matching',
    { kept: 'organization', exported: 'organization', reference: 'zerver_customprofilefield' },
  ),
  custom_emoji: copied('id', 'id name author_id picture extension has_still deactivated', {
    kept: 'organization',
    exported: 'emoji',
    reference: 'zerver_realmemoji emoji_files',
  }),
  linkifiers: copied(
    'id',
    'id position pattern url_template alternative_url_templates example_input reverse_template',
    { kept: 'organization', exported: 'organization', reference: 'zerver_realmfilter' },
  ),
  playgrounds: copied('id', 'id name pygments_language url_template', {
    kept: 'organization',
    exported: 'organization',
    reference: 'zerver_realmplayground',
  }),
  channel_folders: copied('id', 'id name description rendered_description date_created creator_id order is_archived', {
    kept: 'organization',
    exported: 'organization',
    reference: 'zerver_channelfolder',
  }),
  default_channel_groups: copied('id', 'id name description stream_ids', {
    kept: 'organization',
    exported: 'organization',
    reference: 'nowhere',
  }),
  commands: copied('id', 'id name description usage_hint bot_id url', {
    kept: 'organization',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  // In another place it acts only when its maker enables it: its addresses may be those of this place.
  automations: copied(
    'id',
    'id user_id name trigger actions due_at created_at',
    { deleted: 'user_id', exported: 'personal', reference: 'nowhere' },
    { withheld: { is_enabled: 'bound' }, filled: { is_enabled: '0' } },
  ),
  channels: copied(
    'stream_id',
    `stream_id name name_key description rendered_description date_created creator_id invite_only is_web_public
     history_public_to_subscribers is_archived is_default message_retention_days topics_policy first_message_id folder_id
     is_recently_active subscriber_count weekly_traffic permissions default_push_notifications`,
    { kept: 'organization', exported: 'channels', reference: 'zerver_stream zerver_defaultstream' },
  ),
  subscriptions: copied(
    'user_id stream_id',
    `user_id stream_id is_active color is_muted pin_to_top desktop_notifications audible_notifications push_notifications
     email_notifications wildcard_mentions_notify`,
    { kept: 'numbers', exported: 'personal', reference: 'zerver_subscription' },
  ),
  subscription_periods: copied(
    'stream_id user_id from_message from_event',
    'stream_id user_id from_message to_message from_event to_event',
    { kept: 'numbers', exported: 'channels', reference: 'zerver_realmauditlog' },
  ),
  user_topics: copied(
    'user_id stream_id topic_key',
    'user_id stream_id topic_key topic_name visibility_policy last_updated',
    { deleted: 'user_id', exported: 'personal', reference: 'zerver_usertopic' },
  ),
  // No export has what only those see who may search everything.
  discovery_log: copied(
    'entry_id',
    'entry_id at kind actor_id user_id details previous_hash salt personal_hash entry_hash',
    { kept: 'discovery', exported: 'nowhere', reference: 'nowhere' },
  ),
  holds: copied('hold_id', 'hold_id name reason user_ids stream_ids sent_from sent_before created_by created_at', {
    kept: 'discovery',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  hold_release: copied('singleton', 'singleton after_id', {
    kept: 'nothing',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  audit_log: copied(
    'entry_id',
    `entry_id at kind actor_id user_id address client details
     previous_hash salt personal_hash entry_hash`,
    { kept: 'emptied', exported: 'audit_log', reference: 'nowhere' },
  ),
}
