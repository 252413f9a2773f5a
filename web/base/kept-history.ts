import { createEffect, createRoot, onCleanup } from 'solid-js'
import type { Event } from '../../client-state/wire'
import { keptAmount } from '../cache/keeping'
import type { Client } from '../client/client'
import type { Position } from '../replica/core'
import { isAboutMessages } from '../replica/kept'
import type { Route } from '../routes/route'
import type { ReadKept } from '../sync/history'
import { hasLocks } from '../sync/locks'
import { createKeptReader } from './kept-reader'
import { createKeptWorker, type KeptWorker } from './kept-worker'

const HIDDEN_MILLISECONDS = 300_000
const MAX_EVENTS = 2000
/** A network may take all that is sent, and answer nothing: how long the first reads wait, later ones, and the events of an absence. */
const SILENT_MILLISECONDS = 10_000
const STILL_SILENT_MILLISECONDS = 2000
const EVENTS_MILLISECONDS = 40_000

/**
 * Keeps the messages of the user in this browser. Returns what reads pages of them. One of the tabs runs the worker that writes them, and
 * all tabs read.
 */
export function keepHistory(client: Client): ReadKept {
  if (!hasLocks() || globalThis.indexedDB === undefined) return () => Promise.resolve(undefined)
  const { environment, signal } = client
  let patience = SILENT_MILLISECONDS
  environment.silence = (route) =>
    route.startsWith('GET') && isSilent(client)
      ? [silence(client, route === 'GET /events' ? EVENTS_MILLISECONDS : patience)]
      : []
  const recent = recordEvents(client)
  const quiet = followQuiet(client, () => worker.send({ kind: 'limit', isQuiet: quiet() }))
  const worker = createKeptWorker(client, quiet)
  followChoice(client, worker)
  const reader = createKeptReader(client, recent.after)
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    let queue_id: string | undefined
    createEffect(() => {
      client.watch('channels')
      if (!client.isCaughtUp() || client.connection.queueId() === queue_id) return
      // The state is that of another queue, or the first one.
      queue_id = client.connection.queueId()
      recent.begin()
      worker.follow()
    })
    createEffect(() => {
      client.watch('realm')
      if (client.isCaughtUp() && !client.store.state.realm_parley_keep_in_browsers) worker.erase()
      else if (client.isCaughtUp()) worker.begin()
    })
    createEffect(() => {
      if (client.status() === 'loggedOut') worker.erase()
      patience = SILENT_MILLISECONDS
      if (!isSilent(client)) return
      // Without a network.
      const show = () => {
        patience = STILL_SILENT_MILLISECONDS
        void showKept(client, reader.isNewer).catch(client.report)
      }
      if (client.status() === 'waiting') return show()
      const timer = setTimeout(show, SILENT_MILLISECONDS)
      onCleanup(() => clearTimeout(timer))
    })
  })
  return reader.read
}

/** The client shows an earlier state, and the server has answered nothing yet. */
const isSilent = ({ isCaughtUp, isReady }: Client): boolean => isReady() && !isCaughtUp()

/** Throws after some time, if the server has answered nothing until then. */
const silence = (client: Client, milliseconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => isSilent(client) && reject(), milliseconds)
  })

const LISTS: readonly Route['view'][] = ['topic', 'direct', 'channel', 'feed', 'mentions', 'starred']

/** Shows what is kept, where the snapshot is older, or lacks the view of the address. */
async function showKept(
  { history, isRegistered, route, store }: Client,
  isNewer: () => Promise<boolean>,
): Promise<void> {
  // Lists that the first view could not fetch are answered from here on.
  isRegistered()
  if (await isNewer()) await history.refresh()
  const open = route()
  if (LISTS.includes(open.view) && !store.hasWindow(open)) await history.open(open)
}

/** The newest events of the queue: what the worker has written may be a little older than the state of the page. */
function recordEvents({ connection, onEvents }: Client) {
  let events: Event[] = []
  let since: Position | undefined
  const begin = () => {
    const queue = connection.queue()
    since = queue && { ...queue }
    events = []
  }
  begin()
  onEvents.add((more) => {
    events.push(...structuredClone(more.filter(isAboutMessages)))
    const dropped = events.splice(0, Math.max(0, events.length - MAX_EVENTS)).at(-1)
    if (dropped && since) since.last_event_id = dropped.id
  })
  return {
    begin,
    /** Returns the events after a position, or undefined if some are not known. */
    after: ({ queue_id, last_event_id }: Position): Event[] | undefined =>
      since?.queue_id === queue_id && since.last_event_id <= last_event_id
        ? events.filter(({ id }) => id > last_event_id)
        : undefined,
  }
}

/** Tells all tabs that the user has chosen another amount. */
export const choiceChannel = (name: string): string => `${name}-keeping`

/** Follows the choice of the user. */
function followChoice({ environment, signal }: Client, worker: KeptWorker) {
  const channel = new BroadcastChannel(choiceChannel(environment.name))
  signal.addEventListener('abort', () => channel.close())
  channel.addEventListener('message', () => {
    const amount = keptAmount()
    if (amount === 'nothing') return worker.erase()
    worker.begin()
    worker.send({ kind: 'limit', amount })
  })
}

/** Returns whether nothing is to be fetched now: the tab is hidden for long, or the user saves data. */
function followQuiet({ signal }: Client, changed: () => void): () => boolean {
  let hiding: ReturnType<typeof setTimeout> | undefined
  let isLongHidden = false
  const hide = (isHidden: boolean) => {
    isLongHidden = isHidden
    changed()
  }
  const look = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(() => hide(true), HIDDEN_MILLISECONDS)
    else hide(false)
  }
  document.addEventListener('visibilitychange', look, { signal })
  network()?.addEventListener('change', changed, { signal })
  signal.addEventListener('abort', () => clearTimeout(hiding))
  return () => isLongHidden || savesData()
}

type Network = EventTarget & { saveData?: boolean; type?: string }

/** What Chromium says of the network. */
function network(): Network | undefined {
  const found: Network | undefined = Reflect.get(navigator, 'connection')
  return found
}

/** Whether the user asked to save data, or pays for each byte. */
const savesData = (): boolean => network()?.saveData === true || network()?.type === 'cellular'
