import type { Channel } from '../../../channels/channels/channel'
import { getChannel } from '../../../channels/channels/storage'
import { DEFAULT_PERSONAL_SETTINGS, personalSettingsOf } from '../../../channels/subscriptions/subscription'
import { directConversationsOf } from '../../../channels/topics/storage'
import { rowsWithIds } from '../../../messages/message-index/storage'
import { findUser } from '../../../people/users/storage'
import type { Scope } from '../scope'
import { channels, consentingUsers, periodsIn, subscriptionsIn, users, userTopicsIn } from '../walks'
import { permissionIds } from './group-ids'
import {
  CHANNEL,
  channelRecipient,
  GROUP,
  groupRecipient,
  isGroupConversation,
  PERSONAL,
  personalRecipient,
  REALM,
} from './ids'
import { storedValue } from './settings'
import { inTurn, numbered, numberedRowsOf, rowsOf, table, type ReferenceTable } from './table'

/** Returns the exported conversations of several users, each with the first of its users who consented. */
const groupConversations = (scope: Scope, user_id: number) =>
  directConversationsOf(scope.realm.sql, user_id).filter(
    (conversation) =>
      isGroupConversation(conversation) && conversation.people.find((id) => scope.hasDataOf(id)) === user_id,
  )

/** Places of messages: users, channels, and groups of users. Their subscriptions tell who is there. */
export const channelTables: readonly ReferenceTable[] = [
  table(
    'zerver_stream',
    rowsOf(channels, (_, channel) => [channelRow(channel)]),
  ),
  table(
    'zerver_huddle',
    rowsOf(consentingUsers, (scope, user_id) =>
      groupConversations(scope, user_id).map(({ id, people }) => ({
        id,
        huddle_hash: people.join(','),
        recipient: groupRecipient(id),
      })),
    ),
  ),
  table(
    'zerver_recipient',
    inTurn(
      rowsOf(users, (_, { user_id }) => [{ id: personalRecipient(user_id), type: PERSONAL, type_id: user_id }]),
      rowsOf(channels, (_, { stream_id }) => [{ id: channelRecipient(stream_id), type: CHANNEL, type_id: stream_id }]),
      rowsOf(consentingUsers, (scope, user_id) =>
        groupConversations(scope, user_id).map(({ id }) => ({ id: groupRecipient(id), type: GROUP, type_id: id })),
      ),
    ),
  ),
  table(
    'zerver_subscription',
    inTurn(
      rowsOf(users, (scope, { user_id, is_system_bot }) =>
        is_system_bot ? [] : numbered(user_id * 2, userSubscriptions(scope, user_id)),
      ),
      rowsOf(consentingUsers, (scope, user_id) =>
        numbered(
          user_id * 2 + 1,
          groupConversations(scope, user_id).flatMap(({ id, people }) =>
            people.map((member) => subscriptionRow(scope, member, groupRecipient(id))),
          ),
        ),
      ),
    ),
  ),
  table('zerver_realmauditlog', numberedRowsOf(channels, subscriptionHistory)),
  table(
    'zerver_usertopic',
    numberedRowsOf(consentingUsers, (scope, user_id) =>
      userTopicsIn(scope, user_id).map(({ stream_id, ...topic }) => ({
        user_profile: user_id,
        stream: stream_id,
        recipient: channelRecipient(stream_id),
        ...topic,
      })),
    ),
  ),
]

const channelRow = (channel: Channel) => ({
  id: channel.stream_id,
  name: channel.name,
  realm: REALM,
  date_created: channel.date_created,
  creator: channel.creator_id,
  deactivated: channel.is_archived,
  description: channel.description,
  rendered_description: channel.rendered_description,
  recipient: channelRecipient(channel.stream_id),
  invite_only: channel.invite_only,
  history_public_to_subscribers: channel.history_public_to_subscribers,
  is_web_public: channel.is_web_public,
  message_retention_days: channel.message_retention_days,
  topics_policy: storedValue('topics_policy', channel.topics_policy),
  folder: channel.folder_id,
  first_message_id: channel.first_message_id,
  subscriber_count: channel.subscriber_count,
  is_recently_active: channel.is_recently_active,
  ...permissionIds({ kind: 'channel', id: channel.stream_id }, channel.permissions),
})

const INITIAL_COLOR = '#c2c2c2'

function subscriptionRow({ realm }: Scope, user_id: number, recipient: number, settings: object = {}) {
  const initial = { color: INITIAL_COLOR, ...DEFAULT_PERSONAL_SETTINGS }
  const is_user_active = findUser(realm, user_id)?.is_active ?? false
  return { user_profile: user_id, recipient, active: true, is_user_active, ...initial, ...settings }
}

/** A user who did not consent has subscriptions without their settings, and none that ended in private channels. */
function userSubscriptions(scope: Scope, user_id: number) {
  const hasConsented = scope.hasDataOf(user_id)
  const rows = subscriptionsIn(scope, user_id).flatMap((subscription) => {
    const { stream_id, is_active } = subscription
    if (!is_active && !hasConsented && getChannel(scope.realm, stream_id).invite_only) return []
    const settings = hasConsented ? personalSettingsOf(subscription) : {}
    return [subscriptionRow(scope, user_id, channelRecipient(stream_id), { active: is_active, ...settings })]
  })
  return [...rows, subscriptionRow(scope, user_id, personalRecipient(user_id))]
}

/** Kinds of entries of the reference server's audit log. */
const SUBSCRIBED = 301
const SUBSCRIBED_AGAIN = 302
const UNSUBSCRIBED = 303

/** The beginnings and ends of subscriptions. `event_last_message_id` tells which messages a user received. */
function subscriptionHistory(scope: Scope, channel: Channel) {
  const { stream_id } = channel
  const periods = periodsIn(scope, channel)
  const ids = periods.flatMap(({ from_message, to_message }) => [from_message, to_message ?? 0])
  const times = new Map(rowsWithIds(scope.realm.sql, [...new Set(ids)]).map(({ id, sent_at }) => [id, sent_at]))
  const seen = new Set<number>()
  return periods.flatMap(({ user_id, from_message, to_message }) => {
    const entry = (event_type: number, last: number) => ({
      realm: REALM,
      modified_user: user_id,
      modified_stream: stream_id,
      event_type,
      event_last_message_id: last,
      event_time: times.get(last) ?? channel.date_created,
      backfilled: !times.has(last),
      extra_data: {},
    })
    const began = entry(seen.has(user_id) ? SUBSCRIBED_AGAIN : SUBSCRIBED, from_message)
    seen.add(user_id)
    return to_message === null ? [began] : [began, entry(UNSUBSCRIBED, to_message)]
  })
}
