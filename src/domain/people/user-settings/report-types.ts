import * as v from 'valibot'
import { named } from '../../../api/named'
import { botWords, languageFor } from '../../../pages/words/catalogue'

/** The reasons for which a user can report a message. */
export const REPORT_TYPES = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

export const reportTypes = v.array(
  named('ReportType', v.strictObject({ key: v.picklist(REPORT_TYPES), name: v.string() })),
)

/** Returns the reasons with their names in the language of a user: a change of the language is also a change of the names. */
export function reportTypesIn(language: string): v.InferOutput<typeof reportTypes> {
  const { reasons } = botWords(languageFor('', language)).report
  return REPORT_TYPES.map((key) => ({ key, name: reasons[key].charAt(0).toUpperCase() + reasons[key].slice(1) }))
}
