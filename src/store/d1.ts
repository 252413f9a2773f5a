import { storeUnavailable } from '../api/errors'
import { statement, type SqlValue } from './sql'

/** D1, through the same tag as the realm's SQLite, but awaited. */
export type D1 = {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<void>
}

export function d1(database: D1Database): D1 {
  const prepared = (strings: TemplateStringsArray, values: SqlValue[]) => {
    const { text, values: bindings } = statement(strings, values)
    return database.prepare(text).bind(...bindings)
  }
  return {
    all: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
      (await prepared(strings, values).all<Row>()).results,
    run: async (strings, ...values) => void (await prepared(strings, values).run()),
  }
}

/** While D1 is away, a refusal that says so. */
export const orUnavailable = <Answer>(asking: Promise<Answer>): Promise<Answer> =>
  asking.catch((error: unknown) => {
    console.error('D1 did not answer', error)
    throw storeUnavailable({})
  })
