import type { Event, FoundMessage, ParametersOf } from '../../client-state/wire'
import { topicPolicy } from '../../client-state/unread-counts'
import type { Client } from '../client/client'
import type { KeptPage, PageLookup } from '../replica-worker/messages'
import { directName, topicName } from '../replica/keys'
import { keptFlags } from '../replica/kept'
import type { Core, Position } from '../replica/core'
import type { Around } from '../replica/reading'
import type { Route } from '../routes/route'
import { belongsTo } from '../store/belongs'
import { applyToMessages, type Messages } from '../store/messages'
import type { ReadKept } from '../sync/history'
import type { OwnState } from '../wire/own-state'
import { askKept, type AskKept } from './ask-kept'
import { answerFromKept } from './kept-lists'
import { keepSearches } from './kept-search'
import { waitingEvents } from './waiting-changes'

type EventsAfter = (position: Position) => readonly Event[] | undefined

/** Returns a function that reads pages of messages from the replica of this browser, as the server would answer them. */
export function createKeptReader(
  client: Client,
  eventsAfter: EventsAfter,
): { read: ReadKept; isNewer: () => Promise<boolean> } {
  const ask = askKept(client)
  const { session, store } = client

  /** Returns what the replica has, and the events that it does not have yet. Not current: only the server knows what belongs to a page. */
  async function openCore(view?: Route['view']) {
    const { core } = await ask({ core: true })
    if (core === undefined || core.session !== session.own()) return undefined
    const missed = core.position && eventsAfter(core.position)
    const isCurrent = core.isVerified && missed?.some((event) => bringsOthers(event, view)) === false
    return { core, missed, isCurrent: isCurrent && !store.state.unread_msgs.toJSON().old_unreads_missing }
  }

  answerFromKept(client, ask, partsBeside(client, ask, openCore))
  keepSearches(client, ask, async (isUnreachable) => {
    const opened = await openCore()
    return opened !== undefined && (isUnreachable || (opened.isCurrent && opened.missed?.length === 0))
  })

  /** Whether the replica has events that the state lacks: the page started from an older snapshot, and the server cannot be reached. */
  async function isNewer(): Promise<boolean> {
    const [opened, queue] = [await openCore(), client.connection.queue()]
    const position = opened?.core.position
    return position?.queue_id === queue?.queue_id && (position?.last_event_id ?? 0) > (queue?.last_event_id ?? Infinity)
  }

  const read: ReadKept = async (route, params, isUnreachable) => {
    const opened = await openCore(route.view)
    if (opened === undefined || (!isUnreachable && !opened.isCurrent)) return undefined
    const { core, missed = [] } = opened
    const { state } = store
    if (route.view === 'search') {
      // The server marks the words that were searched.
      const { page } = isUnreachable ? await ask({ page: { ids: params.message_ids ?? [] } }) : {}
      return (
        page && {
          messages: applied(page.messages, waitingEvents(client), state),
          found_oldest: true,
          found_newest: true,
        }
      )
    }
    const found = await readPage(ask, { route, params, state, core, isUnreachable })
    if (found === undefined) return undefined
    const isWhole = core.from === 0 || !found.isOldest
    if (!isUnreachable && !isWhole) return undefined
    return {
      messages: withEvents(found, [...missed, ...waitingEvents(client)], { route, state }),
      found_oldest: found.isOldest && core.from === 0,
      found_newest: found.isNewest,
    }
  }
  return { read, isNewer }
}

type Opened = { core: Core; missed: readonly Event[] | undefined; isCurrent: boolean }

/** What the views beside a conversation need: which events the replica lacks, if it has all before them, and single messages. */
const partsBeside = (client: Client, ask: AskKept, openCore: () => Promise<Opened | undefined>) => ({
  missed: async () => {
    const opened = await openCore()
    return opened?.isCurrent && opened.core.from === 0 ? opened.missed : undefined
  },
  messages: async (ids: readonly number[]) => {
    const opened = await openCore()
    if (!opened?.isCurrent) return undefined
    const { page } = await ask({ page: { ids } })
    const events = [...(opened.missed ?? []), ...waitingEvents(client)].filter(({ type }) => type !== 'message')
    return page && page.messages.length === ids.length ? applied(page.messages, events, client.store.state) : undefined
  },
})

/** Whether messages of another place may belong to the page now. */
function bringsOthers(event: Event, view: Route['view'] | undefined): boolean {
  if (event.type === 'update_message') return event.subject !== undefined || event.new_stream_id !== undefined
  if (event.type === 'subscription') return event.op === 'add' || event.op === 'remove'
  // Of a channel that the user may read from now on, only the starred view may show messages at once.
  return event.type === 'stream' && (event.op !== 'create' || view === 'starred')
}

const MENTIONS = ['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']

/** The views that look through all messages. */
const FLAGS_OF_VIEW: Partial<Record<Route['view'], readonly string[]>> = { feed: [], mentions: MENTIONS }

type PageRequest = {
  route: Route
  params: ParametersOf<'GET /messages'>
  state: OwnState
  core: Core
  isUnreachable: boolean
}

async function readPage(
  ask: AskKept,
  { route, params, state, core, isUnreachable }: PageRequest,
): Promise<KeptPage | undefined> {
  const around = aroundOf(route, params, state)
  if (around === undefined) return undefined
  if ((route.view === 'topic' || route.view === 'channel') && !state.subscriptions.has(route.stream_id))
    return undefined
  const page = async (lookup: PageLookup) => (await ask({ page: lookup })).page
  if (route.view === 'topic') return page({ around, conversation: topicName(route.stream_id, route.topic) })
  if (route.view === 'channel')
    return page({ around, stream_id: route.stream_id, newest: state.max_message_id ?? Infinity })
  if (route.view === 'direct')
    return page({ around, conversation: directName([...new Set([...route.user_ids, state.user_id])]) })
  // The server also has those of other channels, and does not read each message.
  const flags = isUnreachable ? FLAGS_OF_VIEW[route.view] : undefined
  if (flags) return page({ around, flags, newest: state.max_message_id ?? Infinity })
  return route.view === 'starred' ? readStarred(page, around, { state, core }) : undefined
}

async function readStarred(
  page: (lookup: PageLookup) => Promise<KeptPage | undefined>,
  around: Around,
  { state, core }: Pick<PageRequest, 'state' | 'core'>,
): Promise<KeptPage | undefined> {
  const { anchor, before, after, withAnchor } = around
  const all = state.starred_messages.sorted
  const older = all.filter((id) => id < anchor || (withAnchor && id === anchor))
  const newer = all.filter((id) => id > anchor)
  const ids = [...older.slice(-before), ...newer.slice(0, after)]
  const found = await page({ ids })
  // A starred message may be in a channel that the user left.
  const isOldest = older.length <= before
  return (
    found && {
      messages: found.messages,
      isOldest: isOldest || found.messages.length < ids.length || (ids[0] ?? 0) < core.from,
      isNewest: newer.length <= after,
    }
  )
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
  { messages, isNewest }: KeptPage,
  events: readonly Event[],
  { route, state }: Pick<PageRequest, 'route' | 'state'>,
): FoundMessage[] {
  const last = messages.at(-1)?.id ?? 0
  const ofPage = events.filter((event) => event.type !== 'message' || (isNewest && event.message.id > last))
  return applied(messages, ofPage, state)
    .filter((message) => belongsTo(route, message, state))
    .sort((a, b) => a.id - b.id)
}

function applied(found: readonly FoundMessage[], events: readonly Event[], state: OwnState): FoundMessage[] {
  const messages: Messages = new Map(found.map((message) => [message.id, message]))
  for (const event of events) applyToMessages(messages, structuredClone(event))
  return [...messages.values()].map((message) => ({ ...message, flags: flagsOf(message, state) }))
}

function flagsOf({ id, flags }: FoundMessage, state: OwnState): string[] {
  const own = []
  if (state.unread_msgs.ofMessage(id) === undefined) own.push('read')
  if (state.starred_messages.has(id)) own.push('starred')
  return [...own, ...keptFlags(flags)]
}
