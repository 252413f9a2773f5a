import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { deliveryOf } from '../../src/integrations/delivery'
import { interpret } from '../../src/integrations/interpret'
import { findIntegration } from '../../src/integrations/services'

type Case = { name: string; query: string; headers?: Record<string, string>; content_type?: string; body: string }

const FOLDER = join(import.meta.dirname, '../fixtures/webhooks')
const SERVICES = readdirSync(FOLDER).map((file) => file.replace('.json', ''))
const casesOf = (service: string): Case[] => JSON.parse(readFileSync(join(FOLDER, `${service}.json`), 'utf8'))

/** Services add fields, and leave out others. Whatever they send, the answer is a message, nothing, or a refusal with a reason. */
async function answerTo(
  service: string,
  { query, headers = {}, content_type = 'application/json' }: Case,
  body: string,
) {
  const integration = (await findIntegration(service))!
  const delivery = deliveryOf(integration, {
    headers: new Headers({ ...headers, 'content-type': content_type }),
    parameters: new URLSearchParams(query),
    now: 1_900_000_000,
  })
  const raw = { bytes: new TextEncoder().encode(body), text: body, content_type }
  try {
    return interpret(integration, raw, delivery, {}).texts
  } catch (error) {
    if (error instanceof ApiError) return error.refusal.msg
    throw error
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Returns a copy of a value, in which each object has a field that no service declares. */
const withSurplus = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSurplus)
  if (typeof value !== 'object' || value === null) return value
  const copied = Object.entries(value).map(([name, inner]) => [name, withSurplus(inner)])
  return { ...Object.fromEntries(copied), surplus_of_a_newer_version: { deep: [1, null, 'x'] } }
}

type Path = readonly (string | number)[]
const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsIn(inner, [...path, name])])
    : []

/** Returns a copy of a value without the field at a path, or with null in its place. */
function changed(value: unknown, [name, ...rest]: Path, isNull: boolean): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const entries = Object.entries(value).flatMap(([field, inner]): [string, unknown][] => {
    if (field !== String(name)) return [[field, inner]]
    if (rest.length > 0) return [[field, changed(inner, rest, isNull)]]
    return isNull ? [[field, null]] : []
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const FIELDS_OF_EACH = 12
/** These messages list all fields of an object: the whole body, the hosts, what changed, and the data of the sender. */
const SHOW_ALL = ['json', 'ansibletower', 'stripe', 'raygun']

describe.each(SERVICES)('%s', (service) => {
  const cases = casesOf(service)

  test.skipIf(SHOW_ALL.includes(service))('ignores unknown fields', async () => {
    for (const recorded of cases) {
      const value = parsed(recorded.body)
      if (value === undefined) continue
      // What was written again has other decimals than the recorded body.
      const expected = await answerTo(service, recorded, JSON.stringify(value))
      const answer = await answerTo(service, recorded, JSON.stringify(withSurplus(value)))
      expect([recorded.name, answer]).toEqual([recorded.name, expected])
    }
  })

  test('survives missing fields', async () => {
    for (const recorded of cases) {
      const value = parsed(recorded.body)
      const paths = pathsIn(value)
      if (paths.length === 0) continue
      const chosen = fc.sample(fc.tuple(fc.constantFrom(...paths), fc.boolean()), { numRuns: FIELDS_OF_EACH, seed: 1 })
      for (const [path, isNull] of chosen) {
        const body = JSON.stringify(changed(value, path, isNull))
        await expect(
          answerTo(service, recorded, body),
          `${recorded.name} without ${path.join('.')}`,
        ).resolves.toBeDefined()
      }
    }
  })
})
