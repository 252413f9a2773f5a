import { env, exports } from 'cloudflare:workers'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { addressOf } from '../../src/api/routes'
import { formOf, type FieldValue, type Person } from '../support/person'
import type { TestRealm } from '../support/realm'

/** One request, as a case makes it. */
export type Asked = {
  as: Person | 'nobody' | 'deployment'
  fields: Record<string, FieldValue>
  files?: readonly File[]
  /** In place of the fields: what an endpoint reads as it comes. */
  body?: BodyInit
  headers?: Record<string, string>
  /** The status of the answer where it is no success. */
  expected?: number
}

export function send(endpoint: AnyEndpoint, realm: TestRealm, asked: Asked): Promise<Response> {
  const rest = formOf(asked.fields)
  let address = addressOf(endpoint)
  for (const name of pathParamsOf(endpoint)) {
    address = address.replace(new RegExp(`:${name}\\+?`), () => pathOf(rest.get(name) ?? ''))
    rest.delete(name)
  }
  const method = methodOf(endpoint)
  const inQuery = method === 'GET' || method === 'HEAD' || asked.body !== undefined
  const query = inQuery && rest.size > 0 ? `?${String(rest)}` : ''
  const headers = new Headers(asked.headers)
  const credentials = credentialsOf(asked)
  if (credentials !== undefined) headers.set('authorization', credentials)
  const body = inQuery ? asked.body : asked.files === undefined ? rest : formWith(rest, asked.files)
  return exports.default.fetch(
    new Request(`${realm.url}${address}${query}`, { method, headers, body: body ?? null, redirect: 'manual' }),
  )
}

const pathOf = (value: string) => value.split('/').map(encodeURIComponent).join('/')

function credentialsOf({ as }: Asked): string | undefined {
  if (as === 'nobody') return undefined
  if (as === 'deployment') return `Bearer ${env.DEPLOYMENT_SECRET}`
  return `Basic ${btoa(`${as.email}:${as.account.api_key}`)}`
}

function formWith(fields: URLSearchParams, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  for (const file of files) form.append('file', file)
  return form
}
