import type { Channel } from '../../../channels/channels/channel'
import { allChannels, findChannel } from '../../../channels/channels/storage'
import { DEFAULT_PERSONAL_SETTINGS, personalSettingsOf } from '../../../channels/subscriptions/subscription'
import { allPeriodsOf, subscriptionsOf } from '../../../channels/subscriptions/storage'
import { directConversationsOf } from '../../../channels/topics/storage'
import { userTopicsOf } from '../../../channels/user-topics/storage'
import { rowsWithIds } from '../../../messages/message-index/storage'
import { allUsers, findUser } from '../../../people/users/storage'
import type { Scope } from '../scope'
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
import { inTurn, numbered, rowsOfItems, table, type ReferenceTable } from './table'

const exportedChannels = (scope: Scope) => allChannels(scope.realm).filter((channel) => scope.hasChannel(channel))
const channelId = ({ stream_id }: Channel) => stream_id
const consentingUsers = ({ consentingIds }: Scope) => consentingIds
const sameId = (id: number) => id

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
    rowsOfItems(exportedChannels, channelId, (_, channel) => [channelRow(channel)]),
  ),
  table(
    'zerver_huddle',
    rowsOfItems(consentingUsers, sameId, (scope, user_id) =>
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
      rowsOfItems(
        ({ realm }) => allUsers(realm),
        ({ user_id }) => user_id,
        (_, { user_id }) => [{ id: personalRecipient(user_id), type: PERSONAL, type_id: user_id }],
      ),
      rowsOfItems(exportedChannels, channelId, (_, { stream_id }) => [
        { id: channelRecipient(stream_id), type: CHANNEL, type_id: stream_id },
      ]),
      rowsOfItems(consentingUsers, sameId, (scope, user_id) =>
        groupConversations(scope, user_id).map(({ id }) => ({ id: groupRecipient(id), type: GROUP, type_id: id })),
      ),
    ),
  ),
  table(
    'zerver_subscription',
    inTurn(
      rowsOfItems(
        ({ realm }) => allUsers(realm).filter(({ is_system_bot }) => !is_system_bot),
        ({ user_id }) => user_id,
        (scope, { user_id }) => numbered(user_id * 2, userSubscriptions(scope, user_id)),
      ),
      rowsOfItems(consentingUsers, sameId, (scope, user_id) =>
        numbered(
          user_id * 2 + 1,
          groupConversations(scope, user_id).flatMap(({ id, people }) =>
            people.map((member) => subscriptionRow(scope, member, groupRecipient(id))),
          ),
        ),
      ),
    ),
  ),
  table('zerver_realmauditlog', rowsOfItems(exportedChannels, channelId, subscriptionHistory)),
  table(
    'zerver_usertopic',
    rowsOfItems(consentingUsers, sameId, (scope, user_id) =>
      numbered(
        user_id,
        userTopicsOf(scope.realm.sql, user_id).flatMap(({ stream_id, ...topic }) => {
          const channel = findChannel(scope.realm, stream_id)
          if (channel === undefined || !scope.hasChannel(channel)) return []
          return [{ user_profile: user_id, stream: stream_id, recipient: channelRecipient(stream_id), ...topic }]
        }),
      ),
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
  const channels = subscriptionsOf(scope.realm.sql, user_id).flatMap((subscription) => {
    const channel = findChannel(scope.realm, subscription.stream_id)
    if (channel === undefined || !scope.hasChannel(channel)) return []
    if (!subscription.is_active && channel.invite_only && !hasConsented) return []
    const settings = hasConsented ? personalSettingsOf(subscription) : {}
    const facts = { active: subscription.is_active, ...settings }
    return [subscriptionRow(scope, user_id, channelRecipient(subscription.stream_id), facts)]
  })
  return [...channels, subscriptionRow(scope, user_id, personalRecipient(user_id))]
}

/** Kinds of entries of the reference server's audit log. */
const SUBSCRIBED = 301
const SUBSCRIBED_AGAIN = 302
const UNSUBSCRIBED = 303

/** The beginnings and ends of subscriptions. `event_last_message_id` tells which messages a user received. */
function subscriptionHistory(scope: Scope, channel: Channel) {
  const { stream_id } = channel
  const periods = allPeriodsOf(scope.realm, stream_id).filter((period) => scope.hasPeriod(channel, period))
  const ids = periods.flatMap(({ from_message, to_message }) => [from_message, to_message ?? 0])
  const times = new Map(rowsWithIds(scope.realm.sql, [...new Set(ids)]).map(({ id, sent_at }) => [id, sent_at]))
  const seen = new Set<number>()
  const entries = periods.flatMap(({ user_id, from_message, to_message }) => {
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
  return numbered(stream_id, entries)
}
