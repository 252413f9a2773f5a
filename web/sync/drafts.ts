import type { Draft as WireDraft, Event } from '../../client-state/wire'
import { keyOfRoute, type Writable } from '../routes/route'
import type { SendingParts } from './sending-drafts'
import { createStoredDrafts, type Draft } from './stored-drafts'

type Parts = SendingParts & {
  storage: Storage
  changed: (key: string) => void
}

/**
 * Keeps drafts in this browser with each key press, and on the server when the user pauses. A reload, a crash or a lost
 * connection loses nothing.
 */
export function createDrafts(parts: Parts) {
  const { ask, storage, signal, changed } = parts
  const stored = createStoredDrafts(storage, signal, changed)
  const sending = createLater(() => import('./sending-drafts').then((module) => module.createSending(stored, parts)))
  const merging = createLater(() => import('./merging-drafts').then((module) => module.createMerging(stored, changed)))

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
    void sending((each) => each.written(key))
  }

  const sendAgain = () => void sending((each) => each.again())
  globalThis.addEventListener('online', sendAgain, { signal })

  return {
    belongTo(user_id: number) {
      stored.belongTo(user_id)
      void merging((each) => each.belongTo(user_id))
    },
    /** Takes over the drafts of the server, and forgets those that another device sent or deleted. */
    reconcile(drafts: readonly WireDraft[]) {
      void merging((each) => each.reconcile(drafts))
      sendAgain()
    },
    receive: (events: readonly Event[], drafts: readonly WireDraft[]) =>
      void merging((each) => each.receive(events, drafts)),
    read: stored.read,
    /** Sends to the server what it does not have. Without the server, the drafts stay changed. */
    store: () => sending((each) => each.all()),
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
      void sending((each) => each.own())
    },
  }
}

/** Returns a function that loads a part and uses it. A part that could not be loaded is tried again: the text is in this browser. */
function createLater<Part>(load: () => Promise<Part>) {
  let loading: Promise<Part> | undefined
  return async (use: (part: Part) => unknown): Promise<void> => {
    try {
      await use(await (loading ??= load()))
    } catch {
      loading = undefined
    }
  }
}

const seconds = () => Math.floor(Date.now() / 1000)
