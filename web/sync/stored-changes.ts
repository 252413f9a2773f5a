import type { ParametersOf, Reaction, UserSettingsUpdateEvent, UserTopic } from '../../client-state/wire'

type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

type Policy = UserTopic['visibility_policy']
type Property = UserSettingsUpdateEvent['property']

/** What the user chose for a topic, for a channel, or for all. `before` is what it was. */
export type SettingChange =
  | { kind: 'topic'; stream_id: number; topic: string; value: Policy; before: Policy }
  | { kind: 'channel'; stream_id: number; property: string; value: boolean | string; before: boolean | string }
  | { kind: 'setting'; property: Property; value: boolean | number | string; before: boolean | number | string }

type Topic = { stream_id: number; topic: string }

type Move = Pick<
  ParametersOf<'PATCH /messages/:message_id'>,
  'stream_id' | 'topic' | 'propagate_mode' | 'send_notification_to_old_thread' | 'send_notification_to_new_thread'
>

/** What the client shows when the server has done it. Until then it says that it waits. */
export type RequestChange =
  | { kind: 'delete'; message_id: number }
  /** `from`: where the user saw the message. */
  | ({ kind: 'move'; message_id: number; from: Topic | undefined } & Move)
  | { kind: 'subscription'; op: 'add' | 'remove'; stream_id: number; name: string }

/** A change that the server does not have yet. */
export type Change =
  | ({ kind: 'reaction'; op: 'add' | 'remove'; message_id: number } & Emoji)
  | { kind: 'flag'; op: 'add' | 'remove'; flag: string; messages: readonly number[] }
  /** `before` is the text that the user saw. */
  | { kind: 'edit'; message_id: number; content: string; before: string | undefined }
  | SettingChange
  | RequestChange

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

/** A second change still begins with what the first one saw. */
function merged(changes: readonly Change[], change: Change): Change {
  const first = changes.find((other) => isSame(other, change))
  if (change.kind === 'edit') return first?.kind === 'edit' ? { ...change, before: first.before } : change
  return isSetting(change) && first ? Object.assign({ ...change }, { before: Reflect.get(first, 'before') }) : change
}

const SETTINGS: readonly Change['kind'][] = ['topic', 'channel', 'setting']

export const isSetting = (change: Change): change is SettingChange => SETTINGS.includes(change.kind)

const REQUESTS: readonly Change['kind'][] = ['delete', 'move', 'subscription']

export const isRequest = (change: Change): change is RequestChange => REQUESTS.includes(change.kind)

function isSame(one: Change, other: Change): boolean {
  if (one.kind === 'reaction' && other.kind === 'reaction')
    return (
      one.message_id === other.message_id &&
      one.emoji_code === other.emoji_code &&
      one.reaction_type === other.reaction_type
    )
  if (one.kind === 'edit' && other.kind === 'edit') return one.message_id === other.message_id
  if (one.kind === 'delete' && other.kind === 'delete') return one.message_id === other.message_id
  if (one.kind === 'move' && other.kind === 'move')
    return one.message_id === other.message_id || (isWhole(one) && isWhole(other) && samePlace(one.from, other.from))
  if (one.kind === 'subscription' && other.kind === 'subscription') return one.stream_id === other.stream_id
  if (one.kind === 'topic' && other.kind === 'topic')
    return one.stream_id === other.stream_id && one.topic.toLowerCase() === other.topic.toLowerCase()
  if (one.kind === 'channel' && other.kind === 'channel')
    return one.stream_id === other.stream_id && one.property === other.property
  return one.kind === 'setting' && other.kind === 'setting' && one.property === other.property
}

/** Two moves of a whole topic may name different messages of it. */
const isWhole = ({ propagate_mode }: Move): boolean => propagate_mode === 'change_all'

/** Upper and lower case make no difference in the name of a topic. */
export const samePlace = (one: Topic | undefined, other: Topic | undefined): boolean =>
  one?.stream_id === other?.stream_id && one?.topic.toLowerCase() === other?.topic.toLowerCase()
