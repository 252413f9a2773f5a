import type { Channel } from '../../client-state/wire'
import { printCard, type Card } from '../routes/card'
import { keyOfRoute, type Route } from '../routes/route'
import { channelsInOrder, unreadConversations } from './conversations'
import { bestMatches, foldedName } from './best-matches'
import type { OwnState } from '../wire/own-state'

/** A place with an address. A card lies above the view. */
export type Destination = { route: Route; card?: Card; name: string; detail: string }

type Labels = {
  views: { route: Route; name: string }[]
  channel: string
  otherChannel: string
  archivedChannel: string
  group: string
  directory: string
  person: string
  topicIn: (name: string) => string
}

const channelsIn = (state: OwnState, labels: Labels): Destination[] =>
  channelsInOrder(state).map(({ stream_id, name }) => ({
    route: { view: 'channel', stream_id },
    name,
    detail: labels.channel,
  }))

export type TopicPlace = { stream_id: number; topic: string }

/**
 * Returns all places that the client knows: views, channels, people, and topics with a user's policy, with unread messages, or among
 * the known ones.
 */
export function allDestinations(state: OwnState, labels: Labels, topicPlaces: Iterable<TopicPlace>): Destination[] {
  const channels = new Map<number, string>(channelsInOrder(state).map(({ stream_id, name }) => [stream_id, name]))
  const topics = new Map<string, Destination>()
  const addTopic = (stream_id: number, topic: string) => {
    const channel = channels.get(stream_id)
    if (channel === undefined || topic === '') return
    const route: Route = { view: 'topic', stream_id, topic }
    topics.set(keyOfRoute(route), { route, name: topic, detail: labels.topicIn(channel) })
  }
  for (const { route } of unreadConversations(state)) if (route.view === 'topic') addTopic(route.stream_id, route.topic)
  for (const { stream_id, topic_name } of state.user_topics) addTopic(stream_id, topic_name)
  for (const { stream_id, topic } of topicPlaces) addTopic(stream_id, topic)
  return [
    ...labels.views.map((view) => ({ ...view, detail: '' })),
    ...channelsIn(state, labels),
    { route: { view: 'inbox' }, card: { card: 'directory' }, name: labels.directory, detail: '' },
    ...topics.values(),
    ...state.realm_users.map(({ user_id, full_name }): Destination => {
      return { route: { view: 'direct', user_ids: [user_id] }, name: full_name, detail: labels.person }
    }),
    ...[...state.unsubscribed, ...state.never_subscribed]
      .filter(({ is_archived }) => !is_archived)
      .map(channelNamed(labels.otherChannel)),
    ...state.realm_user_groups.flatMap(({ id, name, is_system_group, deactivated }): Destination[] =>
      is_system_group || deactivated
        ? []
        : [{ route: { view: 'inbox' }, card: { card: 'group', id }, name, detail: labels.group }],
    ),
    ...state.streams.filter(({ is_archived }) => is_archived).map(channelNamed(labels.archivedChannel)),
  ]
}

const channelNamed =
  (detail: string) =>
  ({ stream_id, name }: Pick<Channel, 'stream_id' | 'name'>): Destination => ({
    route: { view: 'channel', stream_id },
    name,
    detail,
  })

type Limits = {
  most: number
  /** The keys of places that come before others that match as well, in this order. */
  preferred?: readonly string[]
  /** Whether words with one mistake match if nothing else does. */
  forgives?: boolean
}

/** Returns the destinations that match the query, the best first. After `#`: only channels and topics; after `@`: people and groups. */
export function findDestinations(
  all: readonly Destination[],
  query: string,
  { most, preferred = [], forgives = true }: Limits,
): Destination[] {
  const [, sign = '', text = ''] = /^\s*([#@]?)(.*)$/su.exec(query) ?? []
  const signed = sign === '' ? all : all.filter((destination) => signOf(destination) === sign)
  const nameOf = ({ name }: Destination) => foldedName(name)
  const numbers = new Map(preferred.map((key, at) => [key, at]))
  const preference = (destination: Destination) =>
    numbers.size === 0 ? undefined : numbers.get(keyOfDestination(destination))
  return bestMatches(signed, text, { nameOf, most, preference, forgives })
}

/** Whether a place is a person or a group. */
export const isOfPeople = (destination: Destination): boolean => signOf(destination) === '@'

function signOf({ route: { view }, card }: Destination): string {
  if (view === 'channel' || view === 'topic') return '#'
  return view === 'direct' || card?.card === 'group' ? '@' : ''
}

const keys = new WeakMap<Destination, string>()

/** Returns a text that no other destination has. */
export function keyOfDestination(destination: Destination): string {
  const { route, card } = destination
  const key = keys.get(destination) ?? (card === undefined ? keyOfRoute(route) : printCard(card))
  keys.set(destination, key)
  return key
}
