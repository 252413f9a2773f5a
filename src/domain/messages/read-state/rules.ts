import { badRequest } from '../../../api/errors'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'

export const SETTABLE_FLAGS = ['read', 'starred', 'collapsed', 'hide_link_previews'] as const
export type SettableFlag = (typeof SETTABLE_FLAGS)[number]

const EXISTING_FLAGS = new Set<string>([
  ...SETTABLE_FLAGS,
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'group_mentioned',
  'has_alert_word',
  'historical',
  'force_expand',
  'force_collapse',
])

export const invalidFlag = badRequest((f: { flag: string }) => `Invalid flag: '${f.flag}'`)
export const flagNotEditable = badRequest((f: { flag: string }) => `Flag not editable: '${f.flag}'`)
export const invalidFlagOperation = badRequest((f: { op: string }) => `Invalid message flag operation: '${f.op}'`)
export const noSuchTopic = badRequest((f: { topic: string }) => `No such topic '${f.topic}'`)

const isSettable = (flag: string): flag is SettableFlag => SETTABLE_FLAGS.some((settable) => settable === flag)

export type FlagChange = { flag: SettableFlag; op: 'add' | 'remove' }

/** Returns the change that a client requests, or throws: an unknown flag, one that clients cannot set, an unknown operation. */
export function requireFlagChange(flag: string, op: string): FlagChange {
  if (!EXISTING_FLAGS.has(flag)) throw invalidFlag({ flag })
  if (!isSettable(flag)) throw flagNotEditable({ flag })
  if (op !== 'add' && op !== 'remove') throw invalidFlagOperation({ op })
  return { flag, op }
}

/** Unread messages by the id of their conversation: lists of ids that have no id in common. */
export type UnreadIds<Conversation> = Map<number, { conversation: Conversation; lists: number[][] }>

/** The ids are ascending. */
export type UnreadConversation<Conversation> = { conversation: Conversation; ids: number[] }

/** Returns the newest ids of each conversation, at most `most` in all, and whether there are more. The ids are ascending. */
export function newestOf<Conversation>(
  found: UnreadIds<Conversation>,
  most: number,
): { conversations: UnreadConversation<Conversation>[]; more: boolean } {
  const all = [...found.values()].map(({ conversation, lists }) => ({ conversation, ids: ascending(lists) }))
  const ids = Float64Array.from(all.flatMap((unread) => unread.ids)).sort()
  if (ids.length <= most) return { conversations: all, more: false }
  const oldest = ids[ids.length - most] ?? Infinity
  const newest = all.map((unread) => ({ ...unread, ids: unread.ids.filter((id) => id >= oldest) }))
  return { conversations: newest.filter((unread) => unread.ids.length > 0), more: true }
}

const ascending = (lists: readonly number[][]): number[] =>
  lists.length === 1 ? lists[0]! : [...Float64Array.from(lists.flat()).sort()]

/**
 * Returns the part of a range that one request may change. Each side can have half of the maximum. The side after the anchor gets
 * more, if the side before it needs less.
 */
export function limitRange<Range extends { num_before: number; num_after: number }>(range: Range): Range {
  const { num_before, num_after } = range
  const before = Math.min(num_before, Math.max(MAX_MESSAGES_PER_FETCH - num_after, MAX_MESSAGES_PER_FETCH / 2))
  return { ...range, num_before: before, num_after: Math.min(num_after, MAX_MESSAGES_PER_FETCH - before) }
}
