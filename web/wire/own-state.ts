import type { StateWith } from '../../client-state/client-state'
import type { GroupSetting, State, StateOf } from '../../client-state/wire'

/**
 * The types of events that the client subscribes to. The views show some of them, and the reducers need the others. Some names are
 * those of parts of the state: a part and its events can have different names.
 */
export const EVENT_TYPES = [
  'message',
  'update_message',
  'delete_message',
  'update_message_flags',
  'reaction',
  'starred_messages',
  'stream',
  'subscription',
  'user_topic',
  'channel_folder',
  'channel_folders',
  'recent_private_conversations',
  'realm',
  'realm_user',
  'realm_bot',
  'user_group',
  'realm_user_groups',
  'realm_emoji',
  'user_status',
  'presence',
  'muted_users',
  'user_settings',
  'drafts',
  'scheduled_messages',
  'reminders',
  'typing',
  'submessage',
  'custom_profile_fields',
  'parley_commands',
  'realm_playgrounds',
  'navigation_views',
  'navigation_view',
  'onboarding_steps',
  'video_calls',
  'has_zoom_token',
  'saved_snippets',
  'parley_pins',
  'parley_call',
] as const

export type OwnParts = keyof StateOf<(typeof EVENT_TYPES)[number]>

/** The digest of the lists of users, with which the server need not send them again. */
type Digest = { parley_users_digest?: string }

/** The answer of `POST /register` to this client. */
export type Registered = Pick<State, OwnParts> & Digest

/** The state that the client keeps: it has the parts whose events the client receives. */
export type OwnState = StateWith<OwnParts> & Digest

/** Some parts of the state. A function that reads few of them says so. */
export type Of<Parts extends keyof OwnState> = Pick<OwnState, Parts>

/** A permission of the organization, such as `can_create_groups`. */
export type RealmPermission = {
  [Part in keyof OwnState]-?: Part extends `realm_${infer Name}`
    ? GroupSetting extends OwnState[Part]
      ? Name
      : never
    : never
}[keyof OwnState]
