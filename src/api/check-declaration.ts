import * as v from 'valibot'
import type { AnyEndpoint, Route, Schemas } from './endpoint'

/**
 * In development and tests, what the server says is held against what it declares. If it does not fit, that is our bug, and
 * it says so at once instead of surprising a client.
 */
export function checkAnswer(endpoint: AnyEndpoint, body: object): void {
  const { route, returns, returnsMore } = endpoint
  check(`${route} answers`, returnsMore ? v.looseObject(returns) : v.strictObject(returns), body)
  answeredRoutes.add(route)
}

/** What is no JSON has no fields to look at: that it was given is all there is to say. */
export const recordAnswered = ({ route }: AnyEndpoint): void => void answeredRoutes.add(route)

/** Which endpoints have given an answer that was checked: the tests must have seen one of each. */
export const answeredRoutes = new Set<Route>()

/** For whatever is said in fields. */
export const checkFields = (what: string, fields: Schemas, said: object): void =>
  check(`${what} says`, v.strictObject(fields), said)

// An answer is held as values, as text and as bytes: all of it together must be less than a request may hold.
const MOST_CHARACTERS = 6_000_000

function check(what: string, schema: v.GenericSchema, said: object): void {
  // What travels is JSON: a date would be text by then, and what is undefined would be gone.
  const json = JSON.stringify(said)
  if (json.length > MOST_CHARACTERS) throw new Error(`${what} ${json.length} characters, more than is held at once`)
  const result = v.safeParse(schema, JSON.parse(json))
  if (result.success) return
  const [issue] = result.issues
  throw new Error(`${what} ${v.getDotPath(issue) ?? ''}: ${issue.message}, against its declaration`)
}
