import { env, exports } from 'cloudflare:workers'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { fullPathOf } from '../../src/api/routes'
import { formOf, type FieldValue, type Person } from '../support/person'
import type { TestRealm } from '../support/realm'

/** One request of a case. */
export type CaseRequest = {
  sender: Person | 'no account' | 'deployment'
  fields: Record<string, FieldValue>
  files?: readonly File[]
  /** The body, for an endpoint that reads it as a stream. */
  body?: BodyInit
  headers?: Record<string, string>
  /** A page sends it, below /json: the session of the cookie authenticates it. */
  isFromPage?: boolean
  /** The status of the response, if it is an error. */
  expected?: number
}

export function send(endpoint: AnyEndpoint, realm: TestRealm, request: CaseRequest): Promise<Response> {
  const others = formOf(request.fields)
  let address = fullPathOf(endpoint)
  if (request.isFromPage) address = address.replace(/^\/api\/v1/, '/json')
  for (const name of pathParamsOf(endpoint)) {
    address = address.replace(new RegExp(`:${name}\\+?`), () => pathOf(others.get(name) ?? ''))
    others.delete(name)
  }
  const method = methodOf(endpoint)
  const inQuery = method === 'GET' || method === 'HEAD' || request.body !== undefined
  const query = inQuery && others.size > 0 ? `?${String(others)}` : ''
  const headers = new Headers(request.headers)
  const credentials = credentialsOf(request)
  if (credentials !== undefined) headers.set('authorization', credentials)
  const body = inQuery ? request.body : request.files === undefined ? others : formWith(others, request.files)
  return exports.default.fetch(
    new Request(`${realm.url}${address}${query}`, { method, headers, body: body ?? null, redirect: 'manual' }),
  )
}

const pathOf = (value: string) => value.split('/').map(encodeURIComponent).join('/')

function credentialsOf({ sender }: CaseRequest): string | undefined {
  if (sender === 'no account') return undefined
  if (sender === 'deployment') return `Bearer ${env.DEPLOYMENT_SECRET}`
  return `Basic ${btoa(`${sender.email}:${sender.account.api_key}`)}`
}

function formWith(fields: URLSearchParams, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  for (const file of files) form.append('file', file)
  return form
}

/** Returns how many bytes a request has, except a form as its whole body. */
export const sizeOf = ({ fields, files = [], body }: CaseRequest): number =>
  String(formOf(fields)).length +
  files.reduce((sum, { size }) => sum + size, 0) +
  (body instanceof Uint8Array || typeof body === 'string' ? body.length : 0)
