import type { Flag, Row } from './converted.ts'
import { getOrAdd } from './get-or-add.ts'

type FlagName = Flag | 'read'
type Write = (table: string, rows: readonly Row[]) => void

/** A row has the messages of so many ids. */
const IDS_PER_CHUNK = 16_384
/** Later than all periods of subscriptions: a message stays unread while its reader is subscribed. */
const AT_EVENT = 1

/** The set of messages that are read for all users, except for those who have them unread. */
const ALL_USERS = 0

/** The flags of messages by user, as sets of ids. Messages come in the order of their ids, so only one chunk is in memory. */
export class FlagRows {
  readonly write: Write
  #chunk = 0
  #sets = new Map<string, { flag: FlagName; user_id: number; ids: [number, number][] }>()

  constructor(write: Write) {
    this.write = write
  }

  /** Imported messages are read, unless `add` says that they are unread for a user. */
  addMessage(id: number) {
    this.add('read', ALL_USERS, id)
  }

  add(flag: FlagName, user_id: number, id: number) {
    const chunk = Math.floor(id / IDS_PER_CHUNK)
    if (chunk !== this.#chunk) this.flush()
    this.#chunk = chunk
    const key = `${flag} ${user_id}`
    const { ids } = getOrAdd(this.#sets, key, () => ({ flag, user_id, ids: [] }))
    const offset = id % IDS_PER_CHUNK
    const last = ids.at(-1)
    if (last !== undefined && last[1] === offset - 1) last[1] = offset
    else ids.push([offset, offset])
  }

  flush() {
    const chunk = this.#chunk
    for (const { flag, user_id, ids } of this.#sets.values()) {
      if (flag === 'unread') {
        this.write('manually_unread', [{ user_id, chunk, at_event: AT_EVENT, ids }])
        this.write('message_flags', [{ user_id, flag: 'read_exempt', chunk, ids }])
      } else this.write('message_flags', [{ user_id, flag, chunk, ids }])
    }
    this.#sets.clear()
  }
}
