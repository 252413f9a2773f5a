import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { reference, eventKinds } from '../../../src/catalogue'
import { nameOfKind } from '../../../src/events/event'
import { EVERY_CAPABILITY } from '../../support/replays'
import type { Json } from '../../support/person'

const events = reference.groups.flatMap((group) => group.events)

describe('the declarations of events', () => {
  test('each event belongs to exactly one group', () => {
    expect(events.map(nameOfKind).sort()).toEqual([...eventKinds.keys()].sort())
  })

  test('each event has a summary of one sentence', () => {
    for (const kind of events) expect(kind.summary, nameOfKind(kind)).toMatch(/^[A-Z].*\.$/)
    for (const { description, name } of reference.audiences.values()) expect(description, name).toMatch(/^[A-Z].*\.$/)
  })

  test('each event declares its recipients, and explains an audience that does not always apply', () => {
    for (const kind of events) {
      expect(Object.keys(kind.recipients), nameOfKind(kind)).not.toEqual([])
      for (const [name, words] of Object.entries(kind.recipients)) {
        expect(reference.audiences.has(name), `${nameOfKind(kind)}: ${name}`).toBe(true)
        const isChoice = ['users', 'role_at_least'].includes(name)
        const isInWords = words !== true && /^[a-z].*[^.]$/.test(words)
        expect(isInWords, nameOfKind(kind)).toBe(isChoice)
      }
    }
    const used = new Set(events.flatMap((kind) => Object.keys(kind.recipients)))
    expect([...reference.audiences.keys()].filter((name) => !used.has(name))).toEqual([])
  })

  test('each event depends only on described client options, and each of these changes an event', () => {
    const named = [...events, ...reference.audiences.values()].flatMap(({ dependsOn = [] }) => dependsOn)
    expect([...new Set(named)].sort()).toEqual(Object.keys(reference.clientOptions).sort())
  })

  test('the tests register with each described capability', () => {
    const capabilities = Object.entries(reference.clientOptions).filter(([, { place }]) => place === 'capability')
    for (const [name] of capabilities) expect(EVERY_CAPABILITY).toHaveProperty(name)
  })

  test('each event updates existing parts of POST /register', () => {
    const types = new Set(reference.slices.flatMap(({ fetchedFor }) => fetchedFor))
    for (const kind of events)
      for (const type of [kind.updates ?? []].flat()) expect(types, nameOfKind(kind)).toContain(type)
  })
})

describe('events in openapi.json', () => {
  const document = async (): Promise<Json> =>
    (await exports.default.fetch('http://documents.parley.test/api/v1/openapi.json')).json()

  test('each event is a schema, which type and op select', async () => {
    const { components } = await document()
    const { schemas } = components
    const followed = (name: string) => schemas[name.replace('#/components/schemas/', '')]
    for (const { type, op } of events) {
      const ofType = followed(schemas.Event.discriminator.mapping[type])
      const operations = events.filter((kind) => kind.type === type)
      expect(ofType.discriminator === undefined, type).toBe(operations.length === 1)
      const schema = operations.length === 1 ? ofType : followed(ofType.discriminator.mapping[op!])
      expect(schema.properties.type).toEqual({ type: 'string', const: type })
      expect(schema.properties.op).toEqual(op === undefined ? undefined : { type: 'string', const: op })
      expect(schema.description).toMatch(/Recipients: [A-Z]/)
    }
    expect(schemas.Event.oneOf).toHaveLength(new Set(events.map(({ type }) => type)).size + 1)
    expect(schemas.Event.discriminator.mapping).toHaveProperty('heartbeat')
  })

  test('GET /events returns them', async () => {
    const { paths } = await document()
    const { properties } = paths['/events'].get.responses[200].content['application/json'].schema
    expect(properties.events).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Event' } })
  })
})
