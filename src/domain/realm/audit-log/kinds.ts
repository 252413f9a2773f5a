/** What the audit log records, and the names of its details. A new kind is one line. */
export const AUDIT_KINDS = {
  logged_in:
    'A user logged in: `method`, the `session_id` of a browser, or null for an API key, and the `second_factor` if there was one.',
  sessions_ended: 'An administrator ended sessions of a user: `session_ids`.',
  agent_connected:
    'A user allowed an agent: `agent_id`, `client_name`, `scopes`, and the number of `channels`, or null.',
  agent_ended: 'An agent of a user: `agent_id`, `client_name`, `reason`.',
  password_changed: 'A user changed a password, or reset it: `method`.',
  passkey_added: 'A passkey of an account: `passkey_id`, `name`.',
  passkey_removed: 'A passkey of an account: `passkey_id`, `name`.',
  one_time_codes_changed: 'The one-time codes of an account: `change`.',
  recovery_codes_replaced: 'The recovery codes of an account were replaced by new ones.',
  factors_reset: 'The passkeys and one-time codes of an account were removed, by the deployment.',
  identity_connected: 'A user can log in with an identity of a provider: `issuer`.',
  identity_removed: 'An identity of a provider no longer opens an account: `issuer`.',
  provider_logged_out: 'An identity provider ended sessions of a user: `issuer`, `session_ids`.',
  email_changed: 'The address of an account changed.',
  api_key_changed: 'The API keys of an account were replaced by a new one.',
  setting_changed: 'A setting of the organization: `name`, `old`, `new`.',
  permission_changed:
    'A permission of the organization, a channel or a group: `name`, `old`, `new`, `stream_id`, `group_id`.',
  role_changed: 'The role of a user: `old`, `new`.',
  right_changed: 'A special right of a user, by the deployment: `name`, `new`.',
  user_created: 'An account was created: `role`, `is_bot`.',
  user_deactivated: 'An account was deactivated.',
  user_reactivated: 'An account was reactivated.',
  user_erased: 'The personal data of an account was erased.',
  content_removed: 'Parts of a deactivated account were deleted: `parts`.',
  guest_link_created:
    'A link for guests: `guest_link_id`, `stream_id`, `expires_at`, `max_uses`, whether `guests_leave` when it ends, and the `from_stream_id` of a topic that moved for it.',
  guest_link_ended: 'A link for guests: `guest_link_id`, `reason`, and whether `guests_leave`.',
  guest_joined: 'A person without an account came by a link: `guest_link_id`.',
  guest_accepted: 'A link guest became a guest like others: `guest_link_id`, `reason`.',
  bot_changed: 'The service or the owner of a bot: `change`.',
  group_created: 'A group: `group_id`, `name`, `members`.',
  group_changed: 'The name or the description of a group, or its reactivation: `group_id`, `name`.',
  group_deactivated: 'A group: `group_id`.',
  group_members_changed:
    'The members and subgroups of a group: `group_id`, `added`, `removed`, `added_subgroups`, `removed_subgroups`, and the `provider` whose claim decided it.',
  domain_changed: 'An email domain for new users: `domain`, `change`.',
  provider_created: 'An identity provider of the organization: `provider`, `kind`, `issuer`, `trusted_domains`.',
  provider_changed: 'An identity provider: `provider`, the names in `changed`, `issuer`, `trusted_domains`.',
  provider_deleted: 'An identity provider: `provider`, `issuer`.',
  provider_groups_changed:
    'Which groups follow the claim of an identity provider: `provider`, `claim`, `scope`, `groups`.',
  provider_groups_ignored:
    'A login did not change groups as the provider stated: `provider`, `reason`, the groups in `group_ids`.',
  scim_token_created: "A token of the organization's directory: `token_id`, `description`.",
  scim_token_deleted: "A token of the organization's directory: `token_id`.",
  export_requested: 'An export: `export_id`, `export_type`.',
  complete_export_requested:
    'The operator exported everything, with all private data: `export_id`, and the `confirmation`.',
  export_deleted: 'An export: `export_id`.',
  automation_created:
    'An automation: `automation_id`, `name`, the kind of its `trigger`, and the kinds of its `actions`.',
  automation_changed:
    'An automation: `automation_id`, `name`, `trigger`, `actions`, and whether it `is_enabled`. `reason`, if the realm stopped it.',
  automation_deleted: 'An automation: `automation_id`, `name`.',
  automations_stopped: 'An owner stopped all automations: `automations`, by id.',
  call_moderated: 'A user ended a call for all, or removed a participant: `call_id`, `change`.',
  language_model_key_set: 'The key for the language model: `origin`.',
  language_model_key_removed: 'The key for the language model.',
  gif_key_set: 'The key for GIFs: `origin`.',
  gif_key_removed: 'The key for GIFs.',
  organization_deactivated: 'The organization was deactivated.',
} as const

export type AuditKind = keyof typeof AUDIT_KINDS
