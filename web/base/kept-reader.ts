import type { Event, FoundMessage, ParametersOf } from '../../client-state/wire'
import { topicPolicy } from '../../client-state/unread-counts'
import type { Client } from '../client/client'
import { CORE, directName, topicName } from '../replica/keys'
import { foundMessage, keptFlags } from '../replica/kept'
import { readChannel, readConversation, readIds, type Around, type FoundRows } from '../replica/reading'
import type { Core, Position } from '../replica/core'
import type { Storage } from '../replica/storage'
import type { Route } from '../routes/route'
import { belongsTo } from '../store/belongs'
import { applyToMessages, type Messages } from '../store/messages'
import type { ReadKept } from '../sync/history'
import type { OwnState } from '../wire/own-state'

type EventsAfter = (position: Position) => readonly Event[] | undefined

/** Returns a function that reads pages of messages from the replica of this browser, as the server would answer them. */
export function createKeptReader(client: Client, storage: Storage, eventsAfter: EventsAfter): ReadKept {
  return async (route, params, isUnreachable) => {
    const { session, store } = client
    const [core] = await storage.read<Core>([CORE]).catch(() => [])
    if (core === undefined || core.session !== session.own()) return undefined
    const missed = core.position && eventsAfter(core.position)
    const isCurrent = core.isVerified && missed !== undefined && !missed.some(bringsOthers)
    if (!isUnreachable && (!isCurrent || store.state.unread_msgs.toJSON().old_unreads_missing)) return undefined
    const found = await read(storage, { route, params, state: store.state, core }).catch(() => undefined)
    if (found === undefined) return undefined
    const isWhole = core.from === 0 || !found.isOldest
    if (!isUnreachable && !isWhole) return undefined
    return {
      messages: withEvents(found, missed ?? [], { route, state: store.state }),
      found_oldest: found.isOldest && core.from === 0,
      found_newest: found.isNewest,
    }
  }
}

/** Whether messages of another place may belong to the page now. */
const bringsOthers = (event: Event): boolean =>
  (event.type === 'update_message' && (event.subject !== undefined || event.new_stream_id !== undefined)) ||
  event.type === 'subscription' ||
  event.type === 'stream'

type PageRequest = { route: Route; params: ParametersOf<'GET /messages'>; state: OwnState; core: Core }

async function read(storage: Storage, { route, params, state, core }: PageRequest): Promise<FoundRows | undefined> {
  const around = aroundOf(route, params, state)
  if (around === undefined) return undefined
  if ((route.view === 'topic' || route.view === 'channel') && !state.subscriptions.has(route.stream_id))
    return undefined
  if (route.view === 'topic') return readConversation(storage, topicName(route.stream_id, route.topic), around)
  if (route.view === 'channel') return readChannel(storage, route.stream_id, around, state.max_message_id ?? Infinity)
  if (route.view === 'direct')
    return readConversation(storage, directName([...new Set([...route.user_ids, state.user_id])]), around)
  return route.view === 'starred' ? readStarred(storage, around, { state, core }) : undefined
}

async function readStarred(
  storage: Storage,
  { anchor, before, after, withAnchor }: Around,
  { state, core }: Pick<PageRequest, 'state' | 'core'>,
): Promise<FoundRows | undefined> {
  const all = state.starred_messages.sorted
  const older = all.filter((id) => id < anchor || (withAnchor && id === anchor))
  const newer = all.filter((id) => id > anchor)
  const ids = [...older.slice(-before), ...newer.slice(0, after)]
  const rows = await readIds(storage, ids)
  // A starred message may be in a channel that the user left.
  const isOldest = older.length <= before
  return {
    rows,
    isOldest: isOldest || rows.length < ids.length || (ids[0] ?? 0) < core.from,
    isNewest: newer.length <= after,
  }
}

/** Returns where a page is, or undefined for anchors that only the server knows. */
function aroundOf(route: Route, { anchor, ...params }: PageRequest['params'], state: OwnState): Around | undefined {
  const { num_before: before = 0, num_after: after = 0, include_anchor: withAnchor = true } = params
  if (anchor === 'newest') return { anchor: Infinity, before, after, withAnchor }
  if (anchor === 'first_unread') return { anchor: firstUnread(route, state) ?? Infinity, before, after, withAnchor }
  return typeof anchor === 'number' ? { anchor, before, after, withAnchor } : undefined
}

/** A user who opens a muted channel looks for its unread messages. Topics that are muted one by one have none. */
const isMuted = (state: OwnState, stream_id: number, topic: string): boolean =>
  topicPolicy(state, stream_id, topic) === 1

/** Returns the first unread message of a view, as the server finds it. */
function firstUnread(route: Route, state: OwnState): number | undefined {
  const { unread_msgs: unread, user_id } = state
  if (route.view === 'topic') {
    const found = unread.inTopic(route.stream_id, route.topic)
    return isMuted(state, route.stream_id, route.topic) ? undefined : found?.ids.sorted[0]
  }
  const ids = [...unread.conversations].flatMap(({ location, ids: ofConversation }) => {
    const [first] = ofConversation.sorted
    if (first === undefined) return []
    if (route.view === 'channel')
      return location.type === 'stream' &&
        location.stream_id === route.stream_id &&
        !isMuted(state, location.stream_id, location.topic)
        ? [first]
        : []
    if (route.view === 'direct') {
      const others = location.type === 'private' ? location.user_ids.filter((id) => id !== user_id) : undefined
      return others &&
        same(
          others,
          route.user_ids.filter((id) => id !== user_id),
        )
        ? [first]
        : []
    }
    return route.view === 'starred'
      ? ofConversation.sorted.filter((id) => state.starred_messages.has(id)).slice(0, 1)
      : []
  })
  return ids.length === 0 ? undefined : Math.min(...ids)
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Returns the messages with the events since they were written, and with the flags of the state. */
function withEvents(
  { rows, isNewest }: FoundRows,
  events: readonly Event[],
  { route, state }: Pick<PageRequest, 'route' | 'state'>,
): FoundMessage[] {
  const messages: Messages = new Map(rows.map((row) => [row.kept.id, foundMessage(row, [])]))
  const last = rows.at(-1)?.kept.id ?? 0
  for (const event of events) {
    if (event.type === 'message' && !(isNewest && event.message.id > last)) continue
    applyToMessages(messages, structuredClone(event))
  }
  return [...messages.values()]
    .filter((message) => belongsTo(route, { ...message, flags: flagsOf(message, state) }, state))
    .map((message) => ({ ...message, flags: flagsOf(message, state) }))
    .sort((a, b) => a.id - b.id)
}

function flagsOf({ id, flags }: FoundMessage, state: OwnState): string[] {
  const own = []
  if (state.unread_msgs.ofMessage(id) === undefined) own.push('read')
  if (state.starred_messages.has(id)) own.push('starred')
  return [...own, ...keptFlags(flags)]
}
