import * as v from 'valibot'
import { apiError } from '../../../api/errors'
import { boolean, integer, list, optional, shortText, text } from '../../../api/params'
import type { IndexRow } from '../message-index/message'
import { MAX_MESSAGE_LENGTH, MAX_RECIPIENTS } from '../../realm/settings/limits'
import type { Source } from './sources'

/** Operators that clients know by other names. From here on, each has one. */
const OTHER_NAMES = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['dm_including', 'dm-including'],
  ['group_pm_with', 'group-pm-with'],
])
const operator = v.pipe(
  shortText(),
  v.transform((said) => OTHER_NAMES.get(said) ?? said),
)

/** The words of a narrow, as clients send them: `{operator, operand, negated}`, or the older pair. */
const operand = v.union([
  text(MAX_MESSAGE_LENGTH),
  integer(),
  list(integer(), MAX_RECIPIENTS),
  list(shortText(), MAX_RECIPIENTS),
])
export const term = v.union([
  v.object({ operator, operand, negated: optional(boolean(), false) }),
  v.pipe(
    v.strictTuple([operator, operand]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
])
// Each looks for messages of its own, and nobody else has their turn until all have.
const MOST_TERMS = 100
export const narrowParam = v.nullable(list(term, MOST_TERMS))
export type Term = v.InferOutput<typeof term>
export type Operand = Term['operand']

export const badNarrow = apiError('BAD_NARROW', (f: { desc: string }) => `Invalid narrow operator: ${f.desc}`)
export const badNarrowCombination = apiError(
  'BAD_NARROW',
  (f: { desc: string }) => `Invalid narrow operator combination: ${f.desc}`,
)

/** What one term says. */
export type Part = {
  /** Where to look, if there is anything better than everywhere. */
  sources?: Source[]
  /** Does this row belong, as far as the term says? Whether the reader may read it is asked elsewhere, always. */
  matches: (row: IndexRow) => boolean
  /** It names channels whose whole history the reader may see, received or not. */
  history?: boolean
}
