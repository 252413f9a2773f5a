import type { Database } from '../cache/database'
import type { Conversation } from '../store/conversations'

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

export type StoredParts = {
  /** The name of the channel, the same in all tabs. */
  name: string
  database: Pick<Database, 'readAll' | 'write'>
  signal: AbortSignal
  changed: () => void
}

/** The messages that the server does not have yet, in the order of writing: in the database of this browser, and in each tab. */
export function createStoredOutgoing({ name, database, signal, changed }: StoredParts) {
  let entries: Outgoing[] = []
  let ownId: number | undefined
  /** Entries of this tab that may not be in the database: not yet, or the browser refused to write them. */
  const writing = new Set<string>()
  const tabs = new BroadcastChannel(name)

  function show(next: Outgoing[]) {
    entries = next.toSorted((a, b) => a.written - b.written)
    changed()
  }

  async function load() {
    const stored: Outgoing[] = await database.readAll()
    // The browser may have no database.
    const saved = new Set(stored.map(({ local_id }) => local_id))
    const unsaved = entries.filter(({ local_id }) => writing.has(local_id) && !saved.has(local_id))
    show([...stored.filter(({ user_id }) => user_id === ownId), ...unsaved])
  }

  /** Changes the entry here, in the database and in the other tabs. Without an entry, deletes it. Returns whether it was written. */
  async function keep(local_id: string, entry: Outgoing | undefined) {
    const others = entries.filter((other) => other.local_id !== local_id)
    show(entry ? [...others, entry] : others)
    const isWritten = await database.write([{ key: local_id, value: entry }])
    if (isWritten && !signal.aborted) tabs.postMessage('changed')
    return isWritten
  }

  tabs.addEventListener('message', () => void load())
  signal.addEventListener('abort', () => tabs.close())

  return {
    all: (): Outgoing[] => entries,
    ownId: () => ownId,
    belongTo: (user_id: number) => void (ownId = user_id),
    load,
    async add(entry: Outgoing) {
      writing.add(entry.local_id)
      if (await keep(entry.local_id, entry)) writing.delete(entry.local_id)
    },
    async update(entry: Outgoing, change: Partial<Outgoing>) {
      // The user may have deleted it meanwhile.
      if (entries.some(({ local_id }) => local_id === entry.local_id))
        await keep(entry.local_id, { ...entry, ...change })
    },
    remove: (local_id: string) => keep(local_id, undefined),
  }
}
