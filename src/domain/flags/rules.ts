import { badRequest, type ApiError } from '../../api/errors'

const SETTABLE_FLAGS = ['read', 'starred', 'collapsed'] as const
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

export const isSettable = (flag: string): flag is SettableFlag => SETTABLE_FLAGS.some((settable) => settable === flag)

export function refusalOfFlag(flag: string, op: string): ApiError | undefined {
  if (!KNOWN_FLAGS.has(flag)) return invalidFlag({ flag })
  if (!isSettable(flag)) return flagNotEditable({ flag })
  if (op !== 'add' && op !== 'remove') return invalidFlagOperation({ op })
  return undefined
}
