import type { Event } from '../../client-state/wire'
import type { Registered } from '../wire/own-state'
import type { Queue } from '../wire/socket'
import { hasLocks } from './locks'
import type { Status } from './queue-state'

/**
 * What tabs tell each other. `to` names a tab; without it the message is for all. `Sent` adds the session of the sender, so that
 * tabs of another session ignore it.
 */
export type TabMessage =
  /** A tab asks the leader for the events after its own, or for the state. */
  | { kind: 'hello'; from: string; queue?: Queue }
  | { kind: 'state'; to?: string; queue: Queue; state: Registered; status: Status }
  | { kind: 'events'; to?: string; queue_id: string; after: number; events: Event[]; status: Status }
  | { kind: 'status'; status: Status }
  /** This tab now leads, so the others ask it. */
  | { kind: 'leader' }
  /** The user logged in with another tab, so the leader registers. */
  | { kind: 'start' }
  | { kind: 'loggedOut' }
  /** The user uses this tab now, so it saves the snapshot. */
  | { kind: 'used' }
  /** The snapshot has all events up to this one. */
  | { kind: 'saved'; queue_id: string; last_event_id: number }

export type Sent<Message = TabMessage> = Message & { session: string | undefined }

const PATIENCE_MILLISECONDS = 20_000
/** How long a tab that lost the lock waits before it asks again. */
const PAUSE_MILLISECONDS = 1000

/** Messages that only the leader sends: a tab that waits for it has its response. */
const FROM_LEADER = new Set<TabMessage['kind']>(['state', 'events', 'status', 'leader'])

export type Tabs = ReturnType<typeof createTabs>

type Handlers = {
  /** The name of the channel and of the lock, the same in all tabs. */
  name: string
  signal: AbortSignal
  /** This tab is now the one that listens to the queue. */
  leads: () => void
  /** Another tab took the queue over, because this one did not respond. */
  follows: () => void
  /** The session of the messages that this tab sends. */
  session: () => string | undefined
  received: (message: Sent) => void
}

/** One tab leads: it listens to the queue and tells the others. When it closes, the next one leads. */
export function createTabs({ name, signal, leads, follows, session, received }: Handlers) {
  const channel = new BroadcastChannel(name)
  const id = crypto.randomUUID()
  let isLeader = false
  let patience: ReturnType<typeof setTimeout> | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
    if ('to' in data && data.to !== undefined && data.to !== id) return
    if (FROM_LEADER.has(data.kind)) clearTimeout(patience)
    received(data)
  })

  signal.addEventListener('abort', () => {
    clearTimeout(patience)
    channel.close()
  })

  const post = (message: TabMessage, of = session()) =>
    signal.aborted || channel.postMessage({ ...message, session: of })

  function lead(options: LockOptions) {
    const lock = navigator.locks.request(name, options, () => {
      clearTimeout(patience)
      if (signal.aborted) return
      isLeader = true
      leads()
      // The lock is free when the tab closes, or the client stops.
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
      })
    })
    lock.catch(() => {
      if (signal.aborted) return
      isLeader = false
      follows()
      // WebKit refuses all locks to a page that is left. Without the pause, asking again at once would never end.
      setTimeout(() => signal.aborted || lead({}), PAUSE_MILLISECONDS)
    })
  }

  return {
    id,
    post,
    isLeader: () => isLeader,
    join() {
      if (hasLocks()) return lead({})
      isLeader = true
      leads()
    },
    /** Asks the leader where it is. A leader that does not respond for long is replaced. */
    ask(queue: Queue | undefined) {
      post({ kind: 'hello', from: id, queue })
      clearTimeout(patience)
      patience = setTimeout(() => isLeader || lead({ steal: true }), PATIENCE_MILLISECONDS)
    },
  }
}
