import { expect } from 'vitest'
import type { Json } from '../support/person'

type Parameter = { name: string; in: string; required?: boolean; schema?: Json; content?: Json }

/** Values that exist in a filled realm, by the name of a parameter. Others get a value that fits their type. */
export type Samples = Record<string, string>

/**
 * Requests all addresses that read, with these credentials: with the parameters that they need, with those of which there are
 * samples, and with all. Fails if one answers with a fault of the server. Returns how many requests succeeded.
 */
export async function walk(url: string, authorization: string, samples: Samples): Promise<number> {
  const { paths }: Json = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const faults: string[] = []
  let succeeded = 0
  for (const [path, methods] of Object.entries<Json>(paths)) {
    if (methods.get === undefined || path === WAITS) continue
    for (const address of addressesOf(path, methods.get.parameters ?? [], samples)) {
      const response = await fetch(`${url}/api/v1${address}`, { headers: { authorization }, redirect: 'manual' })
      const text = await response.text()
      if (response.status >= 500) faults.push(`${address}: ${response.status} ${text.slice(0, 300)}`)
      if (response.ok) succeeded++
    }
  }
  expect(faults).toEqual([])
  return succeeded
}

/** A poll is answered when something happens. */
const WAITS = '/events'

function addressesOf(path: string, parameters: readonly Parameter[], samples: Samples): Set<string> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(samples[name] ?? '1'))
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const needed = inQuery.filter(({ required }) => required)
  const sampled = inQuery.filter(({ name, required }) => required || samples[name] !== undefined)
  return new Set(
    [needed, sampled, inQuery].map((given) => {
      const query = new URLSearchParams(given.map((one) => [one.name, samples[one.name] ?? valueFor(one)]))
      return query.size > 0 ? `${filled}?${query.toString()}` : filled
    }),
  )
}

function valueFor({ schema, content }: Parameter): string {
  const { type, enum: options, items } = schema ?? content?.['application/json']?.schema ?? {}
  if (options !== undefined) return String(options[0])
  if (type === 'integer' || type === 'number') return '1'
  if (type === 'boolean') return 'true'
  if (type === 'array') return items?.type === 'string' ? '["message"]' : '[1]'
  return type === 'object' ? '{}' : 'x'
}
