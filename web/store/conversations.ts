import type { Message, Subscription } from '../../client-state/wire'
import type { Location } from '../../client-state/unread'
import { isTopicMuted, topicPolicy } from '../../client-state/unread-counts'
import { keyOfRoute, type Route } from '../routes/route'
import { locale } from '../words/language'
import type { Of } from '../wire/own-state'

type Counted = Of<'user_id' | 'unread_msgs' | 'subscriptions' | 'user_topics'>

export type Conversation = Extract<Route, { view: 'topic' | 'direct' }>

/** Returns the conversation of a message. Direct messages name the other users; notes to oneself name the user. */
export function conversationOf(message: Message, ownId: number): Conversation {
  if (message.type === 'stream') return { view: 'topic', stream_id: message.stream_id, topic: message.subject }
  const ids = message.display_recipient.map(({ id }) => id)
  return directConversation(ids, ownId)
}

export function directConversation(ids: readonly number[], ownId: number): Conversation {
  const others = ids.filter((id) => id !== ownId).sort((a, b) => a - b)
  return { view: 'direct', user_ids: others.length > 0 ? others : [ownId] }
}

export type UnreadConversation = {
  route: Conversation
  key: string
  /** In ascending order. */
  ids: readonly number[]
  mentions: number
  isMuted: boolean
  isFollowed: boolean
}

const FOLLOWED = 3

/** The server also lists unread messages of archived channels. Lists and counts do not have them. */
const isShown = (subscription: Subscription | undefined): boolean =>
  subscription !== undefined && !subscription.is_archived

/** Returns all conversations with unread messages. Every count in the client comes from this list. */
export function unreadConversations(state: Counted): UnreadConversation[] {
  const unread = state.unread_msgs
  const conversations: UnreadConversation[] = []
  for (const { location, ids, mentions } of unread.conversations) {
    if (location.type === 'stream' && !isShown(state.subscriptions.get(location.stream_id))) continue
    const route = routeOf(location, state.user_id)
    conversations.push({
      route,
      key: keyOfRoute(route),
      ids: ids.sorted,
      mentions,
      isMuted: route.view === 'topic' && isTopicMuted(state, route.stream_id, route.topic),
      isFollowed: route.view === 'topic' && policyOf(state, route.stream_id, route.topic) === FOLLOWED,
    })
  }
  return conversations
}

const routeOf = (location: Location, ownId: number): Conversation =>
  location.type === 'stream'
    ? { view: 'topic', stream_id: location.stream_id, topic: location.topic }
    : directConversation(location.user_ids, ownId)

export const policyOf = topicPolicy

export type UnreadCounts = {
  conversations: UnreadConversation[]
  /** All that is unread and not muted. */
  total: number
  mentions: number
  direct: number
  byKey: Map<string, UnreadConversation>
  /** `all` counts muted topics too. */
  byChannel: Map<number, { count: number; mentions: number; all: number }>
}

export function unreadCounts(state: Counted): UnreadCounts {
  const conversations = unreadConversations(state)
  const counts: UnreadCounts = {
    conversations,
    total: 0,
    mentions: 0,
    direct: 0,
    byKey: new Map(conversations.map((conversation) => [conversation.key, conversation])),
    byChannel: new Map(),
  }
  for (const { route, ids, mentions, isMuted } of conversations) {
    counts.mentions += mentions
    if (!isMuted) counts.total += ids.length
    if (route.view === 'direct') counts.direct += ids.length
    else {
      const channel = counts.byChannel.get(route.stream_id) ?? { count: 0, mentions: 0, all: 0 }
      channel.count += isMuted ? 0 : ids.length
      channel.mentions += mentions
      channel.all += ids.length
      counts.byChannel.set(route.stream_id, channel)
    }
  }
  return counts
}

const WITH_FOLLOWED = 2
const DIRECT_AND_MENTIONS = 3
const NOTHING = 4

/** Returns the number in the title, as the setting `desktop_icon_count_display` says. */
export function titleCount({ conversations, total }: UnreadCounts, policy: number): number {
  if (policy === NOTHING) return 0
  if (policy !== WITH_FOLLOWED && policy !== DIRECT_AND_MENTIONS) return total
  const counted = ({ route, ids, mentions, isFollowed, isMuted }: UnreadConversation) =>
    route.view === 'direct' || (policy === WITH_FOLLOWED && isFollowed && !isMuted) ? ids.length : mentions
  return conversations.reduce((sum, conversation) => sum + counted(conversation), 0)
}

/** Returns the order in which `n` visits: mentions and direct messages, followed topics, then channels as in the rail. */
export function inReadingOrder(
  state: Of<'subscriptions' | 'user_settings'>,
  conversations: UnreadConversation[],
): UnreadConversation[] {
  const channels = new Map(channelsInOrder(state).map(({ stream_id }, at) => [stream_id, at]))
  const rank = ({ route, mentions, isFollowed }: UnreadConversation) => {
    if (route.view === 'direct' || mentions > 0) return -2
    return isFollowed ? -1 : (channels.get(route.stream_id) ?? channels.size)
  }
  const newest = ({ ids }: UnreadConversation) => ids.at(-1) ?? 0
  return conversations
    .filter(({ isMuted, mentions }) => !isMuted || mentions > 0)
    .sort((a, b) => rank(a) - rank(b) || newest(b) - newest(a))
}

/** Returns the channels of the user: pinned ones first, then active, quiet and muted ones, by name. */
export function channelsInOrder(state: Of<'subscriptions' | 'user_settings'>): Subscription[] {
  const { list } = state.subscriptions
  const separates = separatesQuiet(state.user_settings.demote_inactive_streams, list.length)
  const existing = orders.get(list)
  if (existing?.separates === separates) return existing.ordered
  const rank = (channel: Subscription) => rankOf(channel, separates)
  const ordered = list
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => rank(a) - rank(b) || byName(a.name, b.name))
  orders.set(list, { separates, ordered })
  return ordered
}

const MANY_CHANNELS = 30

/** Whether quiet channels are below the active ones: 1 if there are many channels, 2 always, 3 never. */
const separatesQuiet = (policy: number, count: number) => policy === 2 || (policy === 1 && count >= MANY_CHANNELS)

function rankOf({ pin_to_top, is_muted, is_recently_active }: Subscription, separates: boolean): number {
  if (pin_to_top) return 0
  if (is_muted) return 3
  return separates && is_recently_active === false ? 2 : 1
}

const { compare: byName } = new Intl.Collator(locale)

/** By the list of subscriptions, which is another array after each change: thousands of names take long to sort. */
const orders = new WeakMap<readonly Subscription[], { separates: boolean; ordered: Subscription[] }>()
