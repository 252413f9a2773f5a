import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { Visibility } from '../../channels/user-topics/rules'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { FIELD_TYPES, isFieldType } from '../../accounts/profile-fields/profile-field'
import type { CopiedTableName } from '../realm-tables/tables'
import type { CopiedRow } from './rows'

// What values of a copy must be beyond their SQL types. A client that meets another one, even in one row of thousands, fails to read
// the whole answer: the history of a channel, or its own state.

type Shape = Readonly<Record<string, v.GenericSchema>>

/** A code of a Unicode emoji, or the id or the name of another one. */
const emojiCode = v.pipe(v.string(), v.regex(/^[0-9a-z_]+(?:-[0-9a-f]+)*$/))

const SHAPES: Partial<Record<CopiedTableName, Shape>> = {
  reactions: { reaction_type: v.picklist(EMOJI_TYPES), emoji_code: emojiCode },
  user_statuses: { reaction_type: v.picklist(['', ...EMOJI_TYPES]), emoji_code: v.union([v.literal(''), emojiCode]) },
  user_topics: { visibility_policy: v.picklist(Object.values(Visibility)) },
  profile_fields: { type: v.pipe(v.number(), v.check(isFieldType)) },
}

/** The types of profile fields whose data is a JSON object. */
const HAS_DATA: ReadonlySet<unknown> = new Set([FIELD_TYPES.SELECT.id, FIELD_TYPES.EXTERNAL_ACCOUNT.id])

/** Returns the row without the values that do not fit. None of these columns may be empty, so the import leaves the row out. */
export function fittingRow(table: CopiedTableName, row: CopiedRow): CopiedRow {
  const wrong = Object.entries(SHAPES[table] ?? {}).filter(([name, schema]) => !v.is(schema, row[name]))
  const isUnreadable = table === 'profile_fields' && HAS_DATA.has(row.type) && !v.is(anObject, dataIn(row))
  return {
    ...row,
    ...Object.fromEntries(wrong.map(([name]) => [name, null])),
    ...(isUnreadable ? { field_data: null } : {}),
  }
}

const anObject = v.record(v.string(), v.unknown())
const dataIn = ({ field_data }: CopiedRow) => parseJson(typeof field_data === 'string' ? field_data : '')

/** The values of profile fields by the ids of the fields. Copies of an earlier version have texts without their names. */
export const givenProfile = v.record(
  v.pipe(v.string(), v.digits()),
  v.union([
    v.object({ value: v.string(), rendered_value: v.optional(v.string()) }),
    v.pipe(
      v.string(),
      v.transform((value) => ({ value })),
    ),
  ]),
)

const END_OF_YEAR_9999 = 253_402_300_800

/** Whether clients can make a date of these seconds since 1970. */
export const isTime = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && seconds >= 0 && seconds < END_OF_YEAR_9999
