import { storeUnavailable } from '../api/errors'
import { checkMemorySize } from './memory-size'
import { statement, type SqlValue } from './sql'

/** D1, through the same tag as the realm's SQLite, but awaited. */
export type D1 = {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<void>
}

/** With a ceiling, a read that holds more bytes fails: tests find the reads that lack a limit. */
export function d1(database: D1Database, ceiling = Infinity): D1 {
  const prepared = (strings: TemplateStringsArray, values: SqlValue[]) => {
    const { text, values: bindings } = statement(strings, values)
    return database.prepare(text).bind(...bindings)
  }
  return {
    all: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => {
      const { results } = await prepared(strings, values).all<Row>()
      checkMemorySize(ceiling, results, strings)
      return results
    },
    run: async (strings, ...values) => void (await prepared(strings, values).run()),
  }
}

/** While D1 is away, a refusal that says so. */
export const orUnavailable = <Answer>(asking: Promise<Answer>): Promise<Answer> =>
  asking.catch((error: unknown) => {
    console.error('D1 did not answer', error)
    throw storeUnavailable({})
  })

/**
 * Returns how many of the ids, from the first one on, were within the bytes that a read was limited to. Each row says its
 * place among the ids, and how many of them D1 knows.
 */
export function withinOf(ids: readonly number[], rows: readonly { rank: number; known: number }[]): number {
  const [first] = rows
  if (first === undefined || rows.length === first.known) return ids.length
  return rows.reduce((last, { rank }) => Math.max(last, rank), 0) + 1
}
