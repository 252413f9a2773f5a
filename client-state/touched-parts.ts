import type { Event } from './wire'

/** What a user has written or planned, and not sent. */
type Planned = 'drafts' | 'scheduled' | 'reminders'

/** A part of the state that a client shows in one place. A view reads it again when an event touches it. */
export type Part =
  | 'channels'
  | 'topics'
  | 'unread'
  | 'starred'
  | 'direct'
  | 'people'
  | 'presence'
  | 'groups'
  | 'settings'
  | 'realm'
  | 'views'
  | 'steps'
  | 'calls'
  | 'snippets'
  | Planned

const PARTS: { [Type in Event['type']]?: Part[] } = {
  message: ['unread', 'direct'],
  update_message: ['unread'],
  delete_message: ['unread', 'starred', 'direct'],
  update_message_flags: ['unread', 'starred'],
  stream: ['channels'],
  subscription: ['channels', 'unread'],
  channel_folder: ['channels'],
  default_streams: ['channels'],
  user_topic: ['topics', 'unread'],
  muted_topics: ['topics', 'unread'],
  realm_user: ['people'],
  realm_bot: ['people'],
  presence: ['presence'],
  user_status: ['people'],
  muted_users: ['people', 'unread'],
  custom_profile_fields: ['people'],
  user_group: ['groups'],
  user_settings: ['settings', 'drafts'],
  drafts: ['drafts'],
  scheduled_messages: ['scheduled'],
  reminders: ['reminders'],
  realm: ['realm', 'groups'],
  realm_emoji: ['realm'],
  realm_playgrounds: ['realm'],
  navigation_view: ['views'],
  onboarding_steps: ['steps'],
  has_zoom_token: ['calls'],
  parley_call: ['calls'],
  saved_snippets: ['snippets'],
}

/** Returns the parts of the state that an event may change. An event of another type changes parts that no view shows. */
export const touchedParts = (event: Pick<Event, 'type'>): Part[] => PARTS[event.type] ?? []
