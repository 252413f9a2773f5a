import type { Draft as WireDraft, Event } from '../../client-state/wire'
import { keyOfRoute, type Writable } from '../routes/route'
import type { Ask } from '../wire/requests'
import { underLock } from './locks'
import { routeOfDraft } from './route-of-draft'
import { createStoredDrafts, type Draft } from './stored-drafts'

const IDLE_MILLISECONDS = 3000
/** A tab sees late what another one stored. If both sent a draft at once, the server would have it twice. */
const OTHER_TABS_MILLISECONDS = 9000

type Parts = {
  ask: Ask
  storage: Storage
  /** The name of the lock, the same in all tabs. */
  name: string
  signal: AbortSignal
  changed: (key: string) => void
  /** Whether the user wants the server to keep drafts for all devices. */
  isSynchronised: () => boolean
  /** Whether this tab sends what was written in others, which may be closed. */
  isLeader: () => boolean
}

/**
 * Keeps drafts in this browser with each key press, and on the server when the user pauses. A reload, a crash or a lost
 * connection loses nothing.
 */
export function createDrafts(parts: Parts) {
  const { ask, storage, signal, changed } = parts
  const stored = createStoredDrafts(storage, signal, changed)
  const sending = createSending(stored, parts)
  let ownId = 0

  function write(route: Writable, change: Partial<Pick<Draft, 'text' | 'topic' | 'caret'>>) {
    const key = keyOfRoute(route)
    const before = stored.read(key) ?? { route, text: '', topic: '', caret: 0, timestamp: 0, isChanged: false }
    const draft = { ...before, ...change }
    if (draft.text === before.text && draft.topic === before.topic) {
      if (draft.text !== '' || draft.topic !== '') stored.keep(key, draft)
      return
    }
    const isEmpty = draft.text === '' && draft.topic === '' && draft.id === undefined
    if (isEmpty) stored.remove(key)
    else stored.keep(key, { ...draft, timestamp: seconds(), isChanged: true })
    changed(key)
    sending.written(key)
  }

  /** Takes over what other devices wrote. A text that was changed here stays. */
  function merge(drafts: readonly WireDraft[]) {
    const keys = new Map(stored.all().map(([key, draft]) => [draft.id, key]))
    for (const draft of drafts) {
      const route = routeOfDraft(draft, ownId)
      const key = keys.get(draft.id) ?? (route && keyOfRoute(route))
      if (key === undefined || route === undefined) continue
      const merged = takeOver(draft, route, stored.read(key))
      if (merged === undefined) continue
      stored.keep(key, merged)
      changed(key)
    }
  }

  /** Another device sent or deleted drafts. */
  function remove(isRemoved: (id: number) => boolean) {
    for (const [key, draft] of stored.all()) {
      if (draft.id === undefined || !isRemoved(draft.id)) continue
      if (draft.isChanged) stored.keep(key, { ...draft, id: undefined })
      else stored.remove(key)
      changed(key)
    }
  }

  globalThis.addEventListener('online', sending.again, { signal })

  return {
    belongTo(user_id: number) {
      ownId = user_id
      stored.belongTo(user_id)
    },
    /** Takes over the drafts of the server, and forgets those that another device sent or deleted. */
    reconcile(drafts: readonly WireDraft[]) {
      const ids = new Set(drafts.map(({ id }) => id))
      remove((id) => !ids.has(id))
      merge(drafts)
      sending.again()
    },
    receive(events: readonly Event[], drafts: readonly WireDraft[]) {
      const own = events.filter((event) => event.type === 'drafts')
      if (own.length === 0) return
      const removed = new Set(own.flatMap((event) => (event.op === 'remove' ? [event.draft_id] : [])))
      remove((id) => removed.has(id))
      merge(drafts)
    },
    read: stored.read,
    /** Sends to the server what it does not have. Without the server, the drafts stay changed. */
    store: sending.all,
    write,
    all: () => stored.all().map(([, draft]) => draft),
    /** Makes another draft of the server the text of a conversation. The text before it stays on the server as a draft. */
    adopt(route: Writable, { id, text }: { id: number; text: string }) {
      const key = keyOfRoute(route)
      const before = stored.read(key)
      if (before !== undefined && before.isChanged && before.text.trim() !== '')
        void import('./server-drafts').then(({ createAtServer }) => createAtServer(ask, before)).catch(() => {})
      stored.keep(key, { route, text, topic: '', caret: text.length, id, timestamp: seconds(), isChanged: false })
      changed(key)
    },
    /** The message was sent, so nothing is left of its draft. */
    clear(route: Writable) {
      write(route, { text: '', topic: '', caret: 0 })
      void sending.own()
    },
  }
}

/** Sends changed drafts to the server when the user pauses. */
function createSending(
  stored: ReturnType<typeof createStoredDrafts>,
  { ask, name, signal, isSynchronised, isLeader }: Parts,
) {
  /** The keys of the drafts that were written in this tab. */
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerOfAll: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()

  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(timerOfAll)
  })

  function later() {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(() => void own(), IDLE_MILLISECONDS)
  }

  const own = () => send((key) => written.has(key))
  const all = () => send(() => true)

  function send(isWanted: (key: string) => boolean): Promise<void> {
    if (isSynchronised()) running = running.then(() => sendAll(isWanted))
    return running
  }

  async function sendAll(isWanted: (key: string) => boolean) {
    try {
      const { sendDraft } = await import('./server-drafts')
      await underLock(name, async () => {
        for (const [key, draft] of stored.all())
          if (draft.isChanged && isWanted(key) && !(await sendDraft(ask, stored, key, draft))) later()
      })
    } catch {
      // The next change or the next connection tries again. The text is in this browser.
    }
  }

  const writtenHere = (key: string) => {
    written.add(key)
    later()
  }

  /** There is a connection again. */
  const again = () => {
    later()
    clearTimeout(timerOfAll)
    if (signal.aborted) return
    timerOfAll = setTimeout(() => isLeader() && void all(), OTHER_TABS_MILLISECONDS)
  }

  return { own, all, written: writtenHere, again }
}

/** Returns the draft of the server in the form of this browser, or undefined if the local draft stays. */
function takeOver({ id, content, timestamp }: WireDraft, route: Writable, local: Draft | undefined): Draft | undefined {
  const isSame = local?.id === undefined && local?.text.trim() === content
  if (local !== undefined && !isSame && (local.id !== id || local.isChanged)) return undefined
  if (local?.id === id && local?.text.trimEnd() === content) return undefined
  const text = isSame ? local.text : content
  const topic = local?.topic ?? ''
  return { route: local?.route ?? route, text, topic, caret: text.length, id, timestamp, isChanged: false }
}

const seconds = () => Math.floor(Date.now() / 1000)
