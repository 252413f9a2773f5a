import { exports } from 'cloudflare:workers'
import type { Json } from '../person'
import { mismatch, referred } from './mismatch'

/** One operation of the OpenAPI document, as a generated client knows it. */
export type Operation = { method: string; path: string; declared: Json }

export type ApiDocument = { root: Json; operations: Operation[] }

export async function apiDocument(): Promise<ApiDocument> {
  const root: Json = await (await exports.default.fetch('http://documents.parley.test/api/v1/openapi.json')).json()
  const operations = Object.entries<Json>(root.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, declared]) => ({ method: method.toUpperCase(), path, declared })),
  )
  return { root, operations }
}

/** What of an answer the document does not declare: status, content type, schema or header. Undefined: all is declared. */
export async function undeclaredIn(
  { root }: ApiDocument,
  { declared, method }: Operation,
  response: Response,
): Promise<string | undefined> {
  const { status, headers } = response
  const text = status === 101 ? '' : await response.text()
  const said = `${status} ${text.slice(0, 300)}`
  const answer = referred(root, declared.responses[status])
  if (answer === undefined) return `status ${said}`
  const missing = Object.entries<Json>(answer.headers ?? {}).find(
    ([name, header]) => referred(root, header).required && !headers.has(name),
  )
  if (missing) return `no header ${missing[0]}: ${said}`
  if (method === 'HEAD') return text === '' ? undefined : `a body: ${said}`
  const type = headers.get('content-type')?.split(';')[0]
  const isEmpty = text === ''
  if (answer.content === undefined) return isEmpty ? undefined : `a body: ${said}`
  if (isEmpty) return answer['x-may-be-empty'] ? undefined : `no body: ${said}`
  const content = answer.content[type ?? '']
  if (content === undefined) return `content type ${type}: ${said}`
  if (type !== 'application/json') return undefined
  const complaint = mismatch(root, content.schema, JSON.parse(text))
  return complaint && `${complaint}: ${said}`
}

/** The methods that the document tells for an address: those of each path whose holes take what stands there. */
export function methodsAt({ operations }: ApiDocument, address: string): Set<string> {
  const said = address.split('/')
  const found = operations.filter(({ path, declared }) => {
    const parts = path.split('/')
    return (
      parts.length === said.length &&
      parts.every((part, nth) => part === said[nth] || takes(declared, part, said[nth]!))
    )
  })
  return new Set(found.map(({ method }) => method))
}

function takes({ parameters }: Json, part: string, segment: string): boolean {
  const hole: Json = parameters.find((each: Json) => each.in === 'path' && part === `{${each.name}}`)
  if (hole === undefined) return false
  return /^\d+$/.test(segment) || JSON.stringify(hole.schema).includes('"string"')
}
