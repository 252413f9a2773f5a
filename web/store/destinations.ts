import type { Json } from '../../client-state/reducer'
import type { Card } from '../routes/card'
import { keyOfRoute, type Route } from '../routes/route'
import { channelsInOrder, directConversation, unreadConversations } from './conversations'

/** A place with an address. A card lies above the view. */
export type Destination = { route: Route; card?: Card; name: string; detail: string }

type Labels = {
  views: { route: Route; name: string }[]
  channel: string
  otherChannel: string
  group: string
  directory: string
  person: string
  topicIn: (name: string) => string
}

const MOST_RESULTS = 12

/** Returns all places that the client knows: views, channels, people, and topics with a user's policy or unread messages. */
export function allDestinations(state: Json, labels: Labels): Destination[] {
  const channels = new Map<number, string>(channelsInOrder(state).map(({ stream_id, name }: Json) => [stream_id, name]))
  const topics = new Map<string, Destination>()
  const addTopic = (stream_id: number, topic: string) => {
    const channel = channels.get(stream_id)
    if (channel === undefined || topic === '') return
    const route: Route = { view: 'topic', stream_id, topic }
    topics.set(keyOfRoute(route), { route, name: topic, detail: labels.topicIn(channel) })
  }
  for (const { route } of unreadConversations(state)) if (route.view === 'topic') addTopic(route.stream_id, route.topic)
  for (const { stream_id, topic_name } of state.user_topics) addTopic(stream_id, topic_name)
  return [
    ...labels.views.map((view) => ({ ...view, detail: '' })),
    ...[...channels].map(([stream_id, name]): Destination => {
      return { route: { view: 'channel', stream_id }, name, detail: labels.channel }
    }),
    { route: { view: 'inbox' }, card: { card: 'directory' }, name: labels.directory, detail: '' },
    ...topics.values(),
    ...state.realm_users.map(({ user_id, full_name }: Json): Destination => {
      return { route: directConversation([user_id], state.user_id), name: full_name, detail: labels.person }
    }),
    ...[...state.unsubscribed, ...state.never_subscribed].map(({ stream_id, name }: Json): Destination => {
      return { route: { view: 'channel', stream_id }, name, detail: labels.otherChannel }
    }),
    ...state.realm_user_groups.flatMap(({ id, name, is_system_group, deactivated }: Json): Destination[] =>
      is_system_group || deactivated
        ? []
        : [{ route: { view: 'inbox' }, card: { card: 'group', id }, name, detail: labels.group }],
    ),
  ]
}

/** Returns the destinations whose name begins with the query, then those with a word that does, then those that contain it. */
export function findDestinations(all: Destination[], query: string): Destination[] {
  const folded = fold(query.trim().replace(/^[#@]\s*/, ''))
  if (folded === '') return all.slice(0, MOST_RESULTS)
  const ranked = all.flatMap((destination) => {
    const at = fold(destination.name).indexOf(folded)
    if (at < 0) return []
    const startsWord = at === 0 || /[^\p{L}\p{N}]/u.test(fold(destination.name)[at - 1] ?? '')
    return [{ destination, rank: at === 0 ? 0 : startsWord ? 1 : 2 }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_RESULTS)
    .map(({ destination }) => destination)
}

/** Ignores upper and lower case, and accents. */
export const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
