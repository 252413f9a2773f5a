import type { Channel } from './converted.ts'
import { receivedPeriods } from './receipts.ts'
import { wholeSeconds } from './times.ts'

/** Returns the row of a channel. Its first message is known when all messages are written. */
export const channelRow = ({ stream_id, name, about, creator_id, people, first, ...channel }: Channel) => ({
  stream_id,
  name,
  name_key: name.toLowerCase(),
  description: about,
  rendered_description: about === '' ? '' : `<p>${escapeHtml(about)}</p>`,
  date_created: wholeSeconds(channel.created),
  creator_id,
  invite_only: channel.isPrivate ? 1 : 0,
  is_web_public: 0,
  // A user who joins a private channel later reads only what is sent since then.
  history_public_to_subscribers: channel.isPrivate ? 0 : 1,
  is_archived: channel.isArchived ? 1 : 0,
  is_default: channel.isDefault ? 1 : 0,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: first,
  folder_id: null,
  is_recently_active: channel.isArchived ? 0 : 1,
  subscriber_count: people.size,
  weekly_traffic: null,
  ...channel.extra,
})

/** Returns the subscriptions of the people of a channel, with their settings if the export has them. */
export const subscriptionRows = ({ stream_id, people, settings, former = new Map() }: Channel) => [
  ...[...people].map(({ user_id }) => ({ ...INITIAL_SUBSCRIPTION, user_id, stream_id, ...settings.get(user_id) })),
  ...[...former].map(([user_id, chosen]) => ({ ...INITIAL_SUBSCRIPTION, user_id, stream_id, ...chosen, is_active: 0 })),
]

/** Returns the periods of these subscriptions. If the export does not say who received what, each of the people received all. */
export const periodRows = (channel: Channel) => (channel.periods ? receivedPeriods(channel) : completePeriods(channel))

const completePeriods = ({ stream_id, people }: Channel) =>
  [...people].map(({ user_id }) => ({
    stream_id,
    user_id,
    from_message: 0,
    to_message: null,
    from_event: 0,
    to_event: null,
  }))

const INITIAL_SUBSCRIPTION = {
  is_active: 1,
  color: '#76ce90',
  is_muted: 0,
  pin_to_top: 0,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
