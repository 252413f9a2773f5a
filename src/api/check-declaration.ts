import * as v from 'valibot'
import type { AnyEndpoint, Route, Schemas } from './endpoint'

/** Throws if an answer does not match the declaration of its endpoint. Development and tests check every answer. */
export function checkAnswer(endpoint: AnyEndpoint, body: object): void {
  // The client receives JSON, in which a date is text and `undefined` is absent.
  checkAnswerText(endpoint, JSON.stringify(body))
}

/** Does the same for the fields of an answer that are written already. */
export function checkAnswerText(endpoint: AnyEndpoint, json: string): void {
  const { route, returns, returnsMore } = endpoint
  check(`The answer of ${route}`, returnsMore ? v.looseObject(returns) : v.strictObject(returns), json)
  answeredRoutes.add(route)
}

/** Records that an endpoint answered. For an answer that is not JSON, and so has no fields to check. */
export const recordAnswered = ({ route }: AnyEndpoint): void => void answeredRoutes.add(route)

/** The endpoints that have answered. A test requires an answer of each endpoint. */
export const answeredRoutes = new Set<Route>()

/** Throws if the fields of an object, such as an event, do not match their declaration. */
export const checkFields = (subject: string, fields: Schemas, object: object): void =>
  check(subject, v.strictObject(fields), JSON.stringify(object))

// The Worker holds an answer as values, as text and as bytes, and together they must fit in its memory.
const MAX_ANSWER_CHARACTERS = 6_000_000

function check(subject: string, schema: v.GenericSchema, json: string): void {
  if (json.length > MAX_ANSWER_CHARACTERS)
    throw new Error(`${subject} has ${json.length} characters, and may have ${MAX_ANSWER_CHARACTERS}`)
  const result = v.safeParse(schema, JSON.parse(json))
  if (result.success) return
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw new Error(`${subject} does not match its declaration: ${path === null ? '' : `${path}: `}${issue.message}`)
}

/** Returns the text of a whole answer, after it was checked. */
export async function checkedAnswer(endpoint: AnyEndpoint, answer: BodyInit): Promise<string> {
  const text = await new Response(answer).text()
  const { result: _, msg: __, ...body } = JSON.parse(text)
  checkAnswer(endpoint, body)
  return text
}
