import type { Event } from '../../client-state/wire'
import { keptAmount } from '../cache/keeping'
import { keepFilesOf } from '../cache/kept-files'
import { eraseKept } from '../cache/erase-kept'
import type { Client } from '../client/client'
import { trustedTypes } from '../look/trusted-types'
import type { Position } from '../replica/core'
import { isAboutMessages } from '../replica/kept'
import type { News, Request } from '../replica-worker/messages'
// oxlint-disable-next-line import/default -- Vite exports the address of the script
import address from '../replica-worker/worker.ts?worker&url'

/** The address is one of the build, so no text of a user can become a script. */
const policy = trustedTypes.createPolicy('replica-worker', { createScriptURL: (url) => url })

/** How long the replica may be behind, after events that change nothing in it. The state is not saved sooner. */
const POSITION_MILLISECONDS = 1000

export type KeptWorker = ReturnType<typeof createKeptWorker>

/** The worker that writes the replica. The tab that holds the lock runs it. */
export function createKeptWorker(client: Client, isQuiet: () => boolean) {
  const { environment, session, signal, store } = client
  /** While this tab runs the worker, or waits until no other tab does. */
  let ending: AbortController | undefined
  let worker: Worker | undefined
  /** What the worker has, after it has opened the replica. */
  let opened: { position: Position | undefined } | undefined
  const send = (request: Request) => worker?.postMessage(request)

  const mayKeep = () => {
    const isAllowed = store.isReady() && store.state.realm_parley_keep_in_browsers
    return isAllowed && session.own() !== undefined && keptAmount() !== 'nothing'
  }

  function begin() {
    if (ending !== undefined || signal.aborted || !mayKeep()) return
    const own = new AbortController()
    ending = own
    void keepFiles(session.own())
    const run = async () => {
      worker = await startWorker(client, receive)
      // The lock is free when the tab closes, or keeps nothing any more.
      await new Promise((resolve) => {
        own.signal.addEventListener('abort', resolve)
        if (own.signal.aborted) resolve(undefined)
      })
      worker?.terminate()
      worker = undefined
      opened = undefined
    }
    navigator.locks.request(`${environment.name}-replica`, { signal: own.signal }, run).catch(() => {})
  }

  function receive(news: News) {
    if (news.kind === 'refused') return erase()
    if (news.kind !== 'opened') return
    opened = news
    send({ kind: 'limit', isQuiet: isQuiet() })
    follow()
  }

  /** Tells the worker where the state of the page is. */
  function follow() {
    begin()
    const request = opened && followRequest(client, opened.position)
    if (request === undefined) return
    send(request)
    opened = { position: request.position }
  }

  function end() {
    worker?.terminate()
    ending?.abort()
    ending = undefined
  }
  signal.addEventListener('abort', end)

  function erase() {
    end()
    eraseKept(environment.name)
  }

  passEvents(client, (events) => {
    const queue = client.connection.queue()
    if (queue === undefined || opened === undefined) return
    opened = { position: { ...queue } }
    send({ kind: 'events', events, position: { ...queue } })
  })

  return { begin, follow, erase, mayKeep, send }
}

/**
 * Passes the events about messages at once. The other ones count soon, too: a replica that is behind the saved state compares itself with the
 * server at the next start.
 */
function passEvents({ onEvents, signal }: Client, pass: (events: readonly Event[]) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function passNow(events: readonly Event[]) {
    clearTimeout(timer)
    timer = undefined
    pass(events)
  }
  onEvents.add((events) => {
    const changes = events.filter(isAboutMessages)
    if (changes.length > 0) passNow(changes)
    else timer ??= setTimeout(passNow, POSITION_MILLISECONDS, [])
  })
  document.addEventListener('visibilitychange', () => timer !== undefined && passNow([]), { signal })
}

/** The pictures of messages are kept with them. A browser may refuse. */
const keepFiles = (session: string | undefined): Promise<void> =>
  session === undefined ? Promise.resolve() : keepFilesOf(session).catch(() => {})

/** Returns a worker, which knows nothing yet. */
export async function newKeptWorker(): Promise<Worker> {
  return new Worker(policy.createScriptURL(address), { type: 'module' })
}

async function startWorker({ environment, session }: Client, receive: (news: News) => void) {
  const worker = await newKeptWorker()
  const [own, amount] = [session.own(), keptAmount()]
  if (own === undefined || amount === 'nothing') return undefined
  worker.addEventListener('message', ({ data }: MessageEvent<News>) => receive(data))
  const api = new URL(environment.api, location.href).href
  const request: Request = { kind: 'open', name: environment.name, api, session: own, amount }
  worker.postMessage(request)
  return worker
}

function followRequest({ connection, store }: Client, before: Position | undefined) {
  const queue = connection.queue()
  if (queue === undefined || !store.isReady()) return undefined
  const events = before?.queue_id === queue.queue_id ? connection.eventsAfter(before.last_event_id) : undefined
  const subscribed = [...store.state.subscriptions].map(({ stream_id }) => stream_id)
  const newest = store.state.max_message_id ?? 0
  return { kind: 'follow' as const, position: { ...queue }, subscribed, newest, ...(events ? { events } : {}) }
}
