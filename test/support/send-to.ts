import { pathParamsOf, methodOf, pathOf } from '../../src/api/endpoint'
import { isInHeader } from '../../src/api/params'
import { endpoints } from '../../src/catalogue'
import { formOf, type FieldValue, type Json, type Person } from './person'

/** Sends a request to an endpoint, with each field where its declaration says. Returns the status and the answer. */
export async function sendTo(sender: Person, route: string, fields: Record<string, FieldValue>): Promise<Json> {
  const endpoint = endpoints.find((candidate) => candidate.route === route)!
  const method = methodOf(endpoint)
  const others = { ...fields }
  const headers: Record<string, string> = {}
  for (const name of Object.keys(endpoint.params).filter((param) => isInHeader(endpoint.params[param]!))) {
    headers[name] = formOf({ value: fields[name] }).get('value') ?? ''
    delete others[name]
  }
  let path = pathOf(endpoint)
  for (const name of pathParamsOf(endpoint)) {
    path = path.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(formOf({ value: fields[name] }).get('value')!))
    delete others[name]
  }
  const response =
    method === 'GET'
      ? await sender.request(`${path}?${formOf(others).toString()}`)
      : await sender.request(path, { method, headers, body: method === 'HEAD' ? undefined : formOf(others) })
  const text = await response.text()
  return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as object)) }
}
