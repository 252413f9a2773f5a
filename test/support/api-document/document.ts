import { exports } from 'cloudflare:workers'
import type { Json } from '../person'
import { mismatch, resolveReference } from './mismatch'

/** One operation of the OpenAPI document, as a generated client reads it. */
export type Operation = { method: string; path: string; declared: Json }

export type ApiDocument = { root: Json; operations: Operation[] }

export async function apiDocument(): Promise<ApiDocument> {
  const root: Json = await (await exports.default.fetch('http://documents.parley.test/api/v1/openapi.json')).json()
  const operations = Object.entries<Json>(root.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, declared]) => ({ method: method.toUpperCase(), path, declared })),
  )
  return { root, operations }
}

/** Returns what the document does not declare of a response: its status, content type, schema or a header. */
export async function undeclaredIn(
  { root }: ApiDocument,
  { declared, method }: Operation,
  response: Response,
): Promise<string | undefined> {
  const { status, headers } = response
  const text = status === 101 ? '' : await response.text()
  const summary = `${status} ${text.slice(0, 300)}`
  const answer = resolveReference(root, declared.responses[status])
  if (answer === undefined) return `status ${summary}`
  const missing = Object.entries<Json>(answer.headers ?? {}).find(
    ([name, header]) => resolveReference(root, header).required && !headers.has(name),
  )
  if (missing) return `no header ${missing[0]}: ${summary}`
  if (method === 'HEAD') return text === '' ? undefined : `a body: ${summary}`
  const type = headers.get('content-type')?.split(';')[0]
  const isEmpty = text === ''
  if (answer.content === undefined) return isEmpty ? undefined : `a body: ${summary}`
  if (isEmpty) return answer['x-may-be-empty'] ? undefined : `no body: ${summary}`
  const content = answer.content[type ?? '']
  if (content === undefined) return `content type ${type}: ${summary}`
  if (type !== 'application/json') return undefined
  const complaint = mismatch(root, content.schema, JSON.parse(text))
  return complaint && `${complaint}: ${summary}`
}

/** Returns the methods that the document declares for an address, from all paths that match it. */
export function methodsAt({ operations }: ApiDocument, address: string): Set<string> {
  const segments = address.split('/')
  const matching = operations.filter(({ path, declared }) => {
    const parts = path.split('/')
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || isParameter(declared, part, segments[index]!))
    )
  })
  return new Set(matching.map(({ method }) => method))
}

/** Whether this part of a path is a parameter that can have the value of the segment. */
function isParameter({ parameters }: Json, part: string, segment: string): boolean {
  const parameter: Json = parameters.find(({ in: place, name }: Json) => place === 'path' && part === `{${name}}`)
  if (parameter === undefined) return false
  return /^\d+$/.test(segment) || JSON.stringify(parameter.schema).includes('"string"')
}
