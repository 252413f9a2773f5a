import type { Event } from '../../client-state/wire'
import type { Database } from '../cache/database'
import { keyOfRoute } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { pause, Refusal, type Ask } from '../wire/requests'
import type { Session } from '../wire/session'
import { underLock } from './locks'

export type Outgoing = {
  /** 128 random bits. The server recognises them for eight days, so a repeated request sends the message once. */
  local_id: string
  /** Another user of this browser does not see it. */
  user_id: number
  /** The queue when the user sent it: the event in this queue names the local id. */
  queue_id?: string
  route: Conversation
  content: string
  /** Milliseconds since 1970: the messages are sent in this order. */
  written: number
  /** Seconds since 1970, for the row that shows the message before the server has it. */
  timestamp: number
  state: 'sending' | 'waiting' | 'refused'
  reason?: string
}

const MAX_DELAY_MILLISECONDS = 60_000
const RECOGNISED_MILLISECONDS = 8 * 24 * 3600 * 1000

type Parts = {
  /** The name of the channel and of the lock, the same in all tabs. */
  name: string
  ask: Ask
  session: Pick<Session, 'own'>
  database: Pick<Database, 'readAll' | 'write'>
  signal: AbortSignal
  queueId: () => string | undefined
  changed: () => void
}

/**
 * Sends messages in the order of writing, through reloads and without a connection. All tabs share it, and one of them sends.
 * A refused message stays until the user edits or deletes it.
 */
export function createOutbox({ name, ask, session: ofPage, database, signal, queueId, changed }: Parts) {
  let entries: Outgoing[] = []
  let ownId: number | undefined
  const tabs = new BroadcastChannel(name)

  function show(next: Outgoing[]) {
    entries = next.toSorted((a, b) => a.written - b.written)
    changed()
  }

  /** Changes the entry here, in the database and in the other tabs. Without an entry, deletes it. */
  async function keep(local_id: string, entry: Outgoing | undefined) {
    const others = entries.filter((other) => other.local_id !== local_id)
    show(entry ? [...others, entry] : others)
    const isWritten = await database.write([{ store: 'outbox', key: local_id, value: entry }])
    if (isWritten && !signal.aborted) tabs.postMessage('changed')
  }

  async function update(entry: Outgoing, change: Partial<Outgoing>) {
    // The user may have deleted it meanwhile.
    if (entries.some(({ local_id }) => local_id === entry.local_id)) await keep(entry.local_id, { ...entry, ...change })
  }

  async function load() {
    const stored: Outgoing[] = await database.readAll('outbox')
    // An entry of this tab may not be in the database yet, and the browser may have none.
    const saved = new Set(stored.map(({ local_id }) => local_id))
    const unsaved = entries.filter(({ local_id }) => writing.has(local_id) && !saved.has(local_id))
    show([...stored.filter(({ user_id }) => user_id === ownId), ...unsaved])
  }

  const writing = new Set<string>()
  let isRunning = false

  async function run() {
    if (isRunning) return
    isRunning = true
    await underLock(name, async () => {
      await load()
      for (let failures = 0; !signal.aborted;) {
        const entry = entries.find(({ state }) => state !== 'refused')
        if (entry === undefined) return
        const session = ofPage.own()
        try {
          await ask('POST /messages', requestOf(entry))
          failures = 0
          await keep(entry.local_id, undefined)
        } catch (error) {
          if (isFinal(error)) await update(entry, { state: 'refused', reason: error.message })
          else {
            await update(entry, { state: 'waiting' })
            // The messages wait until their user logs in again.
            if (hasNoSession(error) && session === ofPage.own()) return
            await Promise.race([pause(Math.min(1000 * 2 ** failures++, MAX_DELAY_MILLISECONDS)), whenOnline(signal)])
          }
        }
      }
    })
    isRunning = false
  }

  async function refuseOldest(reason: string) {
    await load()
    for (const entry of entries)
      if (entry.state !== 'refused' && Date.now() - entry.written > RECOGNISED_MILLISECONDS)
        await update(entry, { state: 'refused', reason })
  }

  tabs.addEventListener('message', () => void load())
  signal.addEventListener('abort', () => tabs.close())

  return {
    /** Restores messages of an earlier page and sends them. The server may have forgotten the oldest, so the user decides. */
    belongTo(user_id: number, reason: string) {
      if (ownId === user_id) return void run()
      ownId = user_id
      void refuseOldest(reason).then(run)
    },
    send(route: Conversation, content: string) {
      if (ownId === undefined) return
      const written = Date.now()
      const entry: Outgoing = {
        local_id: crypto.randomUUID().replaceAll('-', ''),
        user_id: ownId,
        queue_id: queueId(),
        route,
        content,
        written,
        timestamp: Math.floor(written / 1000),
        state: 'sending',
      }
      // The message is in the database before the request leaves.
      writing.add(entry.local_id)
      void keep(entry.local_id, entry).then(() => {
        writing.delete(entry.local_id)
        return run()
      })
    },
    remove: (local_id: string) => void keep(local_id, undefined),
    /** The message has arrived as an event. */
    settle(events: readonly Event[]) {
      const settled = new Set(events.map((event) => (event.type === 'message' ? event.local_message_id : undefined)))
      for (const { local_id } of entries) if (settled.has(local_id)) void keep(local_id, undefined)
    },
    all: (): Outgoing[] => entries,
    entriesOf: (key: string): Outgoing[] => entries.filter(({ route }) => keyOfRoute(route) === key),
  }
}

/** An ended session, a full rate limit and a failure of the server pass. All other refusals stay. */
const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status < 500 && !hasNoSession(error) && error.status !== 429

const hasNoSession = (error: unknown) => error instanceof Refusal && error.status === 401

function requestOf({ route, content, local_id, queue_id }: Outgoing) {
  const place =
    route.view === 'topic'
      ? { type: 'channel' as const, to: route.stream_id, topic: route.topic }
      : { type: 'direct' as const, to: route.user_ids }
  const echo = queue_id === undefined ? {} : { queue_id, local_id }
  return { ...place, content, ...echo, parley_client_id: local_id, client: 'website' }
}

const whenOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    globalThis.addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
