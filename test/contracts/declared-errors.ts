import { expect } from 'vitest'
import { errorsOf, type DescribedError } from '../../src/api/documentation/errors'
import { UNAVAILABLE } from '../../src/api/documentation/openapi-components'
import { routerFor } from '../../src/api/routes'
import { endpoints } from '../../src/catalogue'

// A program is written, or generated, from what the documentation lists. So each error that a test meets must be there.

const find = routerFor(endpoints)

type Answer = { result?: string; code?: string; msg?: string; errors?: unknown }

/** Returns a check of the answer to a request: it fails the test if the endpoint does not declare the error. */
export function declaredErrorsFor(request: Request): (response: Response) => Promise<void> {
  const head = new Request(request.url, { method: request.method })
  return async (response) => {
    const complaint = await undeclared(head, response)
    if (complaint !== undefined) throw new Error(`${complaint} (in "${expect.getState().currentTestName}")`)
  }
}

async function undeclared(request: Request, response: Response): Promise<string | undefined> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json')
  if (status < 400 || isOfAll(status) || !isJson) return undefined
  const text = await response.clone().text()
  const { result, code, msg, errors }: Answer = text === '' ? {} : JSON.parse(text)
  // Some endpoints answer in the form of another protocol.
  if (result !== 'error' || code === undefined || (status === 503 && UNAVAILABLE.includes(code))) return undefined
  const found = await find(request, new URL(request.url))
  if (found === undefined || !('endpoint' in found)) return undefined
  // Errors without a code of their own differ in their texts. Those with a list of errors have any text of the list.
  const hasText = (error: DescribedError) =>
    code !== 'BAD_REQUEST' || errors !== undefined || patternOf(error.msg).test(msg ?? '')
  const isDeclared = errorsOf(found.endpoint).some(
    (error) => error.status === status && error.code === code && hasText(error),
  )
  return isDeclared ? undefined : `${found.endpoint.route} does not declare the error ${status} ${code}: ${msg}`
}

/** The document lists these for all endpoints. */
const isOfAll = (status: number): boolean => status === 429 || status === 500

const patterns = new Map<string, RegExp>()

function patternOf(msg: string): RegExp {
  const made = patterns.get(msg)
  if (made !== undefined) return made
  const parts = msg.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]{}\\]/g, String.raw`\$&`))
  const pattern = new RegExp(`^${parts.join('[^]*')}$`)
  patterns.set(msg, pattern)
  return pattern
}
