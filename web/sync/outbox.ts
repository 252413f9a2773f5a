import type { Event } from '../../client-state/wire'
import { keyOfRoute } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { pause, Refusal, type Ask } from '../wire/requests'
import type { Session } from '../wire/session'
import { underLock } from './locks'
import { createStoredOutgoing, type Outgoing, type StoredParts } from './stored-outgoing'

const MAX_DELAY_MILLISECONDS = 60_000
const RECOGNISED_MILLISECONDS = 8 * 24 * 3600 * 1000

/** `name` is also that of the lock. */
type Parts = StoredParts & {
  ask: Ask
  session: Pick<Session, 'own'>
  queueId: () => string | undefined
}

/**
 * Sends messages in the order of writing, through reloads and without a connection. All tabs share it, and one of them sends.
 * A refused message stays until the user edits or deletes it.
 */
export function createOutbox(parts: Parts) {
  const stored = createStoredOutgoing(parts)
  const run = createSender(stored, parts)

  async function refuseOldest(reason: string) {
    await stored.load()
    for (const entry of stored.all())
      if (entry.state !== 'refused' && Date.now() - entry.written > RECOGNISED_MILLISECONDS)
        await stored.update(entry, { state: 'refused', reason })
  }

  return {
    /** Restores messages of an earlier page and sends them. The server may have forgotten the oldest, so the user decides. */
    belongTo(user_id: number, reason: string) {
      if (stored.ownId() === user_id) return void run()
      stored.belongTo(user_id)
      void refuseOldest(reason).then(run)
    },
    send(route: Conversation, content: string) {
      const user_id = stored.ownId()
      if (user_id === undefined) return
      const written = Date.now()
      const entry: Outgoing = {
        local_id: crypto.randomUUID().replaceAll('-', ''),
        user_id,
        queue_id: parts.queueId(),
        route,
        content,
        written,
        timestamp: Math.floor(written / 1000),
        state: 'sending',
      }
      // The message is in the database before the request leaves.
      void stored.add(entry).then(run)
    },
    remove: (local_id: string) => void stored.remove(local_id),
    /** The message has arrived as an event. */
    settle(events: readonly Event[]) {
      const settled = new Set(events.map((event) => (event.type === 'message' ? event.local_message_id : undefined)))
      for (const { local_id } of stored.all()) if (settled.has(local_id)) void stored.remove(local_id)
    },
    all: stored.all,
    entriesOf: (key: string): Outgoing[] => stored.all().filter(({ route }) => keyOfRoute(route) === key),
  }
}

/** Returns what sends one message after the other, in one tab at a time, until none waits. */
function createSender(stored: ReturnType<typeof createStoredOutgoing>, { name, ask, session, signal }: Parts) {
  let isRunning = false

  async function sendAll() {
    await stored.load()
    for (let failures = 0; !signal.aborted;) {
      const entry = stored.all().find(({ state }) => state !== 'refused')
      if (entry === undefined) return
      const before = session.own()
      try {
        await ask('POST /messages', requestOf(entry))
        failures = 0
        await stored.remove(entry.local_id)
      } catch (error) {
        if (isFinal(error)) await stored.update(entry, { state: 'refused', reason: error.message })
        else {
          await stored.update(entry, { state: 'waiting' })
          // The messages wait until their user logs in again.
          if (hasNoSession(error) && before === session.own()) return
          await Promise.race([pause(Math.min(1000 * 2 ** failures++, MAX_DELAY_MILLISECONDS)), whenOnline(signal)])
        }
      }
    }
  }

  return async () => {
    if (isRunning) return
    isRunning = true
    await underLock(name, sendAll)
    isRunning = false
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
