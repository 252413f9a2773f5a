import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../../src/api/errors'
import { deliveryOf } from '../../src/integrations/delivery'
import type { Integration, Text } from '../../src/integrations/integration'
import { interpret } from '../../src/integrations/interpret'
import { findIntegration } from '../../src/integrations/services'

/** The deliveries of `test/fixtures/webhooks`, as values that a test can change before they are sent. */
export type Recorded = {
  service: string
  name: string
  query: string
  headers?: Record<string, string>
  content_type?: string
  body: string
}

const FOLDER = join(import.meta.dirname, '../fixtures/webhooks')
export const RECORDED_SERVICES = readdirSync(FOLDER).map((file) => file.replace('.json', ''))
export const recordedOf = (service: string): Recorded[] =>
  JSON.parse(readFileSync(join(FOLDER, `${service}.json`), 'utf8')).map((each: Recorded) => ({ ...each, service }))

/** The value in a body, and how it is written into a body again. The value of a form has its JSON as a value. */
export type Editable = { value: unknown; write: (value: unknown) => string }

export function editable(body: string): Editable | undefined {
  const value = parsed(body)
  if (typeof value === 'object' && value !== null) return { value, write: (changed) => JSON.stringify(changed) }
  if (!/^\w+=/.test(body)) return undefined
  const fields = [...new URLSearchParams(body)].map(([name, text]) => [name, parsed(text) ?? text])
  return { value: Object.fromEntries(fields), write: formOf }
}

const formOf = (value: unknown): string => {
  const fields = Object.entries(Object(value)).filter(([, each]) => each !== undefined)
  return String(new URLSearchParams(fields.map(([name, each]): [string, string] => [name, asField(each)])))
}

const asField = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the server makes of a delivery. */
export type Answer = { texts: readonly Text[] } | { refusal: ApiError['refusal'] }

/** Returns a function that answers deliveries like a recorded one with another body. */
export async function answering({ service, query, headers, content_type = 'application/json' }: Recorded) {
  const integration: Integration = (await findIntegration(service))!
  const delivery = deliveryOf(integration, {
    headers: new Headers({ ...headers, 'content-type': content_type }),
    parameters: new URLSearchParams(query),
    now: 1_900_000_000,
  })
  return (text: string): Answer => {
    try {
      const raw = { bytes: new TextEncoder().encode(text), text, content_type }
      return { texts: interpret(integration, raw, delivery, {}).texts }
    } catch (error) {
      if (error instanceof ApiError) return { refusal: error.refusal }
      throw error
    }
  }
}
