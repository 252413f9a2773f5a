import type { Json } from '../shared-parts.ts'

/** A message that a user has written. Its content has a word that no other text has. */
export type Written = {
  word: string
  sender: string
  /** How many messages the sender has written before. */
  nth: number
  /** When the sender wrote it. */
  at: number
  /** Its id, as soon as the server has confirmed it. */
  id?: number
  /** The server refused it, so it must not exist. */
  refused?: string
  /** A user has asked to delete it, so it may exist or not. */
  mayBeDeleted?: boolean
  /** An operator restored an earlier state. */
  wasRestored?: boolean
  /** How often its sender has changed it, and what it says. Undefined: a change has no answer yet. */
  changes: number
  content?: string | undefined
  /** A word that its last edit removed. */
  removed?: string | undefined
}

/** The texts of the messages of members at a moment. Later events have higher ids than the newest one. */
export type Moment = { texts: ReadonlyMap<number, string>; newestEvent: number }

/** The word of a message. */
export const WORD = /secret\d+x/

/** Everything that users have written. What was confirmed must exist once; what was not confirmed, at most once. */
export class Ledger {
  readonly written = new Map<string, Written>()
  /** The ids of messages whose word is gone, as events say. */
  readonly gone = new Set<number>()
  /** The ids of messages of a later moment. A restore may bring earlier ones back, and so their ids. */
  readonly scheduled = new Set<number>()
  /** The words of messages by their ids: no id is used twice. */
  readonly #words = new Map<number, string>()
  /** Organizations that an operator erased, and when, and those that were opened again. */
  readonly erased: { name: string; at: number }[] = []
  readonly reopened: string[] = []
  /** The addresses of users who deleted their accounts. */
  readonly leavers: string[] = []
  #count = 0
  readonly #bySender = new Map<string, number>()

  begin(sender: string, at: number): Written {
    const nth = this.#bySender.get(sender) ?? 0
    this.#bySender.set(sender, nth + 1)
    const entry: Written = { word: `secret${++this.#count}x`, sender, nth, at, changes: 0 }
    this.written.set(entry.word, entry)
    return entry
  }

  /** The server has confirmed a message. Returns the word of another one that had this id. */
  confirm(entry: Written, id: number): string | undefined {
    entry.id = id
    const before = this.#words.get(id)
    this.#words.set(id, entry.word)
    return before === entry.word ? undefined : before
  }

  /** Another user may delete a message, and a random request may write another text. */
  noteEvent({ type, message_id, message_ids = [message_id], content }: Json): void {
    const isGone =
      type === 'delete_message' || (type === 'update_message' && content !== undefined && !WORD.test(content))
    if (isGone) for (const id of message_ids) this.gone.add(id)
  }
}
