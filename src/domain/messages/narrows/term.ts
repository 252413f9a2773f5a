import * as v from 'valibot'
import { named } from '../../../api/named'
import { apiError } from '../../../api/errors'
import { boolean, integer, list, optional, shortText, text } from '../../../api/params'
import type { IndexRow } from '../message-index/message'
import { MAX_MESSAGE_LENGTH, MAX_RECIPIENTS } from '../../realm/settings/limits'
import type { Source } from './sources'

/** The other names that clients use for operators. */
const OPERATOR_BY_ALIAS = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['dm_including', 'dm-including'],
  ['group_pm_with', 'group-pm-with'],
])
const operator = v.pipe(
  shortText(),
  v.transform((name) => OPERATOR_BY_ALIAS.get(name) ?? name),
)

const operand = v.union([
  text(MAX_MESSAGE_LENGTH),
  integer(),
  list(integer(), MAX_RECIPIENTS),
  list(shortText(), MAX_RECIPIENTS),
])
/** A term as clients send it: `{operator, operand, negated}`, or the older pair. */
export const term = v.union([
  named('NarrowTerm', v.object({ operator, operand, negated: optional(boolean(), false) })),
  v.pipe(
    v.strictTuple([operator, operand]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
])
// Each term reads rows, and the realm handles no other request meanwhile.
const MAX_TERMS = 100
export const narrowParam = v.nullable(list(term, MAX_TERMS))
export type Term = v.InferOutput<typeof term>
export type Operand = Term['operand']

export const badNarrow = apiError('BAD_NARROW', (f: { desc: string }) => `Invalid narrow operator: ${f.desc}`)
export const badNarrowCombination = apiError(
  'BAD_NARROW',
  (f: { desc: string }) => `Invalid narrow operator combination: ${f.desc}`,
)

export type CompiledTerm = {
  /** Sources that contain all messages of the term; none if only reading all messages finds them. */
  sources?: Source[]
  /** Whether a message has the property, before `negated`. The caller also checks whether the reader can read it. */
  matches: (row: IndexRow) => boolean
  /** Whether the reader can see the whole history of all channels that the term names. */
  history?: boolean
}
