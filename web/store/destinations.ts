import type { Channel } from '../../client-state/wire'
import type { Card } from '../routes/card'
import { keyOfRoute, type Route } from '../routes/route'
import { channelsInOrder, unreadConversations } from './conversations'
import { fold } from './fold'
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

const MAX_RESULTS = 12

/** Returns the places that are offered before the user writes. A list of all places takes longer. */
export function firstDestinations(state: OwnState, labels: Labels): Destination[] {
  const first = [...viewsIn(labels), ...channelsIn(state, labels, MAX_RESULTS)]
  return (first.length < MAX_RESULTS ? allDestinations(state, labels) : first).slice(0, MAX_RESULTS)
}

const viewsIn = (labels: Labels): Destination[] => labels.views.map((view) => ({ ...view, detail: '' }))

const channelsIn = (state: OwnState, labels: Labels, most: number): Destination[] =>
  channelsInOrder(state)
    .slice(0, most)
    .map(({ stream_id, name }) => ({ route: { view: 'channel', stream_id }, name, detail: labels.channel }))

/** Returns all places that the client knows: views, channels, people, and topics with a user's policy or unread messages. */
export function allDestinations(state: OwnState, labels: Labels): Destination[] {
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
  return [
    ...viewsIn(labels),
    ...channelsIn(state, labels, channels.size),
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

/**
 * Returns the destinations that match the query, in this order: the name begins with it; a word of the name begins with it; the
 * name contains it. After `#`, it returns only channels and topics; after `@`, only people and groups.
 */
export function findDestinations(all: Destination[], query: string): Destination[] {
  const [, sign = '', text = ''] = /^\s*([#@]?)(.*)$/su.exec(query) ?? []
  const folded = fold(text.trim())
  const isWanted = (destination: Destination) => sign === '' || sign === signOf(destination)
  if (folded === '') return firstOf(all, isWanted)
  const [first, words, others]: [Destination[], Destination[], Destination[]] = [[], [], []]
  for (const destination of all) {
    if (first.length === MAX_RESULTS) break
    if (!isWanted(destination)) continue
    const name = foldedNameOf(destination)
    const at = name.indexOf(folded)
    if (at < 0) continue
    const rank = at === 0 ? first : /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? words : others
    if (rank.length < MAX_RESULTS) rank.push(destination)
  }
  return [...first, ...words, ...others].slice(0, MAX_RESULTS)
}

function firstOf(all: Destination[], isWanted: (destination: Destination) => boolean): Destination[] {
  const found: Destination[] = []
  for (const destination of all) {
    if (found.length === MAX_RESULTS) break
    if (isWanted(destination)) found.push(destination)
  }
  return found
}

function signOf({ route: { view }, card }: Destination): string {
  if (view === 'channel' || view === 'topic') return '#'
  return view === 'direct' || card?.card === 'group' ? '@' : ''
}

/** Each key press asks for all names, so each is folded once. */
const foldedNames = new WeakMap<Destination, string>()

function foldedNameOf(destination: Destination): string {
  let folded = foldedNames.get(destination)
  if (folded === undefined) {
    folded = fold(destination.name)
    foldedNames.set(destination, folded)
  }
  return folded
}
