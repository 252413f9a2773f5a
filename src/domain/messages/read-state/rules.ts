import { badRequest } from '../../../api/errors'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'

export const SETTABLE_FLAGS = ['read', 'starred', 'collapsed'] as const
export type SettableFlag = (typeof SETTABLE_FLAGS)[number]

const KNOWN_FLAGS = new Set<string>([
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

/** What is to be done with which flag, if anybody may do that; otherwise why not, in the order in which clients are told. */
export function flagChange(flag: string, op: string): FlagChange | ReturnType<typeof invalidFlag> {
  if (!KNOWN_FLAGS.has(flag)) return invalidFlag({ flag })
  if (!isSettable(flag)) return flagNotEditable({ flag })
  if (op !== 'add' && op !== 'remove') return invalidFlagOperation({ op })
  return { flag, op }
}

/** As much of a range as is changed at once. What comes after the anchor goes first, but each side may have half. */
export function limitRange<Range extends { num_before: number; num_after: number }>(range: Range): Range {
  const { num_before, num_after } = range
  const before = Math.min(num_before, Math.max(MAX_MESSAGES_PER_FETCH - num_after, MAX_MESSAGES_PER_FETCH / 2))
  return { ...range, num_before: before, num_after: Math.min(num_after, MAX_MESSAGES_PER_FETCH - before) }
}
