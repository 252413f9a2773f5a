import { exports } from 'cloudflare:workers'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { fullPathOf } from '../../src/api/routes'
import { formOf, type FieldValue, type Json, type Person } from '../support/person'
import { checkSpelling } from '../support/spelling'

/** Sends a request to an endpoint with these parameters, in its path, query or form. */
export async function ask(person: Person, endpoint: AnyEndpoint, fields: Record<string, FieldValue>): Promise<Json> {
  const form = formOf(fields)
  let address = fullPathOf(endpoint)
  for (const name of pathParamsOf(endpoint)) {
    address = address.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(form.get(name) ?? ''))
    form.delete(name)
  }
  const method = methodOf(endpoint)
  const authorization = `Basic ${btoa(`${person.email}:${person.account.api_key}`)}`
  const url = `${person.realm_url}${address}`
  const request =
    method === 'GET' || method === 'HEAD'
      ? new Request(`${url}?${form.toString()}`, { method, headers: { authorization } })
      : new Request(url, { method, headers: { authorization }, body: form })
  const response = await exports.default.fetch(request)
  const text = await response.text()
  if (text.startsWith('{')) checkSpelling(text)
  return text.startsWith('{') ? JSON.parse(text) : { result: response.ok ? 'success' : 'error', text }
}
