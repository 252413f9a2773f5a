import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { invalidRows } from './import-rules'

export const ROWS_PER_REQUEST = 1000
/** The characters of the rows of one request. */
export const MAX_ROWS_LENGTH = 4_000_000

/** Returns rows of a request, which are JSON. Throws `invalidRows`. */
export function readRows<Row>(text: string, shape: v.GenericSchema<unknown, Row>): Row[] {
  const rows = parseJson(text)
  if (!Array.isArray(rows)) throw invalidRows({ reason: 'they are no list' })
  if (rows.length > ROWS_PER_REQUEST) throw invalidRows({ reason: `they are more than ${ROWS_PER_REQUEST}` })
  return rows.map((row) => {
    const { success, output } = v.safeParse(shape, row)
    if (!success) throw invalidRows({ reason: `one is ${JSON.stringify(row).slice(0, 200)}` })
    return output
  })
}

const value = v.union([v.string(), v.number(), v.null(), v.array(v.any())])

/** A row of a table: text, numbers, nothing, or a set of ids. */
export const tableRow = v.record(v.string(), value)
