import type { Reaction } from '../../client-state/wire'

type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** A change of messages that the server does not have yet. */
export type Change =
  | ({ kind: 'reaction'; op: 'add' | 'remove'; message_id: number } & Emoji)
  | { kind: 'flag'; op: 'add' | 'remove'; flag: string; messages: readonly number[] }
  /** `before` is the text that the user saw. */
  | { kind: 'edit'; message_id: number; content: string; before: string | undefined }

const MAX_CHANGES = 1000
const MAX_CHARACTERS = 1_000_000

/**
 * The changes that wait, the oldest first. They are in the storage of this browser, which all tabs share, and belong to one user. A later
 * change of the same thing replaces an earlier one.
 */
export function createStoredChanges(storage: Storage, user_id: number) {
  const name = `changes/${user_id}`

  // Pages ask with each read of messages, and the text changes seldom.
  let parsed: { text: string; changes: readonly Change[] } = { text: '[]', changes: [] }

  function all(): readonly Change[] {
    const text = storage.getItem(name) ?? '[]'
    if (text !== parsed.text) parsed = { text, changes: JSON.parse(text) }
    return parsed.changes
  }

  function keep(changes: readonly Change[]) {
    if (changes.length === 0) storage.removeItem(name)
    else storage.setItem(name, JSON.stringify(changes))
  }

  return {
    all,
    /** Returns whether there was room. */
    add(change: Change): boolean {
      const changes = [...all().flatMap((other) => without(other, change)), merged(all(), change)]
      if (changes.length > MAX_CHANGES || JSON.stringify(changes).length > MAX_CHARACTERS) return false
      keep(changes)
      return true
    },
    /** Removes a change that was sent or refused, unless the user changed it meanwhile. */
    remove(change: Change) {
      const text = JSON.stringify(change)
      keep(all().filter((other) => JSON.stringify(other) !== text))
    },
  }
}

/** Returns what is left of an earlier change. */
function without(earlier: Change, later: Change): Change[] {
  if (earlier.kind === 'flag' && later.kind === 'flag') {
    if (earlier.flag !== later.flag) return [earlier]
    const messages = earlier.messages.filter((id) => !later.messages.includes(id))
    return messages.length === 0 ? [] : [{ ...earlier, messages }]
  }
  return isSame(earlier, later) ? [] : [earlier]
}

/** A second edit still begins with the text that the first one saw. */
function merged(changes: readonly Change[], change: Change): Change {
  if (change.kind !== 'edit') return change
  const first = changes.find((other) => isSame(other, change))
  return first?.kind === 'edit' ? { ...change, before: first.before } : change
}

function isSame(one: Change, other: Change): boolean {
  if (one.kind === 'reaction' && other.kind === 'reaction')
    return (
      one.message_id === other.message_id &&
      one.emoji_code === other.emoji_code &&
      one.reaction_type === other.reaction_type
    )
  return one.kind === 'edit' && other.kind === 'edit' && one.message_id === other.message_id
}
