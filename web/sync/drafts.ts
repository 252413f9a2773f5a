import type { Json } from '../../client-state/reducer'
import { keyOfRoute, type Route } from '../routes/route'
import { directConversation } from '../store/conversations'
import { ask, Refusal } from '../wire/requests'

export type Writable = Extract<Route, { view: 'channel' | 'topic' | 'direct' }>

/** What the user has written to a conversation and not sent. In a channel, `topic` is the name of the new topic. */
export type Draft = {
  route: Writable
  text: string
  topic: string
  caret: number
  /** The id of the server's copy. */
  id?: number
  /** Seconds since 1970. */
  timestamp: number
  /** Whether the server's copy is older. */
  isChanged: boolean
}

const IDLE_MILLISECONDS = 3000

type Parts = {
  storage: Storage
  changed: (key: string) => void
  /** Whether the user wants the server to keep drafts for all devices. */
  isSynchronised: () => boolean
}

/**
 * Keeps drafts in this browser with each key press, and on the server when the user pauses. A reload, a crash or a lost
 * connection loses nothing.
 */
export function createDrafts({ storage, changed, isSynchronised }: Parts) {
  let prefix = ''
  let ownId = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  const read = (key: string): Draft | undefined => JSON.parse(storage.getItem(`${prefix}${key}`) ?? 'null') ?? undefined

  function keep(key: string, draft: Draft | undefined) {
    if (draft === undefined) storage.removeItem(`${prefix}${key}`)
    else storage.setItem(`${prefix}${key}`, JSON.stringify(draft))
  }

  const all = (): [key: string, draft: Draft][] =>
    Object.keys(storage).flatMap((name) => {
      if (prefix === '' || !name.startsWith(prefix)) return []
      const key = name.slice(prefix.length)
      const draft = read(key)
      return draft === undefined ? [] : [[key, draft]]
    })

  function write(route: Writable, change: Partial<Pick<Draft, 'text' | 'topic' | 'caret'>>) {
    const key = keyOfRoute(route)
    const before = read(key) ?? { route, text: '', topic: '', caret: 0, timestamp: 0, isChanged: false }
    const draft = { ...before, ...change }
    if (draft.text === before.text && draft.topic === before.topic) {
      if (draft.text !== '' || draft.topic !== '') keep(key, draft)
      return
    }
    const isEmpty = draft.text === '' && draft.topic === '' && draft.id === undefined
    keep(key, isEmpty ? undefined : { ...draft, timestamp: Math.floor(Date.now() / 1000), isChanged: true })
    changed(key)
    sendLater()
  }

  function sendLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), IDLE_MILLISECONDS)
  }

  async function send() {
    if (isSending || !isSynchronised()) return
    isSending = true
    try {
      for (const [key, draft] of all()) if (draft.isChanged) await sendOne(key, draft)
    } catch {
      // The next change or the next connection tries again. The text is in this browser.
    }
    isSending = false
  }

  async function sendOne(key: string, draft: Draft) {
    const id = await store(draft)
    const now = read(key)
    if (now === undefined) return
    const isSame = now.text === draft.text && now.topic === draft.topic
    if (now.text.trim() === '' && isSame && now.topic === '') keep(key, undefined)
    else keep(key, { ...now, id, isChanged: !isSame })
    if (!isSame) sendLater()
  }

  /** Creates, changes or deletes the server's copy, and returns its id. */
  async function store(draft: Draft): Promise<number | undefined> {
    const { id } = draft
    if (draft.text.trim() === '') {
      if (id !== undefined) await ask(`DELETE /drafts/${id}`).catch(ignoreMissing)
      return undefined
    }
    if (id !== undefined) {
      try {
        await ask(`PATCH /drafts/${id}`, { draft: wireDraft(draft) })
        return id
      } catch (error) {
        ignoreMissing(error)
      }
    }
    const { ids } = await ask('POST /drafts', { drafts: [wireDraft(draft)] })
    return ids[0]
  }

  /** Takes over what other devices wrote. A text that was changed here stays. */
  function merge(drafts: Json[]) {
    const keys = new Map(all().map(([key, draft]) => [draft.id, key]))
    for (const draft of drafts) {
      const route = routeOfDraft(draft, ownId)
      const key = keys.get(draft.id) ?? (route && keyOfRoute(route))
      if (key === undefined || route === undefined) continue
      const local = read(key)
      const isNew = local === undefined
      const isSame = local?.id === undefined && local?.text.trim() === draft.content
      if (!isNew && !isSame && (local.id !== draft.id || local.isChanged)) continue
      if (local?.id === draft.id && local?.text.trimEnd() === draft.content) continue
      const { id, content, timestamp } = draft
      const topic = local?.topic ?? ''
      const text = isSame ? local!.text : content
      keep(key, { route: local?.route ?? route, text, topic, caret: text.length, id, timestamp, isChanged: false })
      changed(key)
    }
  }

  /** Another device sent or deleted drafts. */
  function remove(isRemoved: (id: number) => boolean) {
    for (const [key, draft] of all()) {
      if (draft.id === undefined || !isRemoved(draft.id)) continue
      keep(key, draft.isChanged ? { ...draft, id: undefined } : undefined)
      changed(key)
    }
  }

  globalThis.addEventListener('storage', ({ key }) => {
    if (prefix !== '' && key?.startsWith(prefix)) changed(key.slice(prefix.length))
  })
  globalThis.addEventListener('online', sendLater)

  return {
    /** Drafts belong to one user. Another user of this browser does not see them. */
    belongTo(user_id: number) {
      ownId = user_id
      prefix = `draft/${user_id}/`
    },
    /** Takes over the drafts of the server, and forgets those that another device sent or deleted. */
    reconcile(drafts: Json[]) {
      const ids = new Set(drafts.map(({ id }) => id))
      remove((id) => !ids.has(id))
      merge(drafts)
      sendLater()
    },
    receive(events: Json[], drafts: Json[]) {
      const own = events.filter(({ type }) => type === 'drafts')
      if (own.length === 0) return
      const removed = new Set(own.flatMap(({ op, draft_id }) => (op === 'remove' ? [draft_id] : [])))
      remove((id) => removed.has(id))
      merge(drafts)
    },
    read,
    write,
    all: () => all().map(([, draft]) => draft),
    /** Makes another draft of the server the text of a conversation. The text before it stays on the server as a draft. */
    adopt(route: Writable, { id, text }: { id: number; text: string }) {
      const key = keyOfRoute(route)
      const before = read(key)
      if (before !== undefined && before.isChanged && before.text.trim() !== '')
        void ask('POST /drafts', { drafts: [wireDraft(before)] }).catch(() => {})
      const timestamp = Math.floor(Date.now() / 1000)
      keep(key, { route, text, topic: '', caret: text.length, id, timestamp, isChanged: false })
      changed(key)
    },
    /** The message was sent, so nothing is left of its draft. */
    clear(route: Writable) {
      write(route, { text: '', topic: '', caret: 0 })
      void send()
    },
  }
}

const wireDraft = ({ route, text, topic, timestamp }: Draft) => ({
  type: route.view === 'direct' ? 'private' : 'stream',
  to: route.view === 'direct' ? route.user_ids : [route.stream_id],
  topic: route.view === 'topic' ? route.topic : topic,
  content: text,
  timestamp,
})

/** Returns the conversation of a draft of the server, or undefined if the draft names none. */
export function routeOfDraft({ type, to, topic }: Json, ownId: number): Writable | undefined {
  if (type === 'private') return to.length > 0 ? directConversation(to, ownId) : undefined
  if (type !== 'stream' || to.length !== 1) return undefined
  return topic === '' ? { view: 'channel', stream_id: to[0] } : { view: 'topic', stream_id: to[0], topic }
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Refusal) || error.status !== 404) throw error
}
