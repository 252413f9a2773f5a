import type { Json } from '../shared-parts.ts'

/** A message that a user has written. Its content has a word that no other text has. */
export type Written = {
  word: string
  sender: string
  /** When the sender wrote it. */
  at: number
  /** Its id, as soon as the server has confirmed it. */
  id?: number
  /** The server refused it, so it must not exist. */
  refused?: string
  /** A user has asked to delete it, so it may exist or not. */
  mayBeDeleted?: boolean
}

/** The word of a message. */
export const WORD = /secret\d+x/

/** Everything that users have written. What was confirmed must exist once; what was not confirmed, at most once. */
export class Ledger {
  readonly written = new Map<string, Written>()
  /** The ids of messages whose word is gone, as events say. */
  readonly gone = new Set<number>()
  #count = 0

  begin(sender: string, at: number): Written {
    const entry = { word: `secret${++this.#count}x`, sender, at }
    this.written.set(entry.word, entry)
    return entry
  }

  /** Another user may delete a message, and a random request may write another text. */
  noteEvent({ type, message_id, message_ids = [message_id], content }: Json): void {
    const isGone =
      type === 'delete_message' || (type === 'update_message' && content !== undefined && !WORD.test(content))
    if (isGone) for (const id of message_ids) this.gone.add(id)
  }
}
