import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import recorded from '../../../src/api/documentation/examples.data.json'
import type { Examples } from '../../../src/api/documentation/examples'
import { decode } from '../../../src/api/decode'
import type { AnyEndpoint, Schemas } from '../../../src/api/endpoint'
import { reference } from '../../../src/catalogue'
import { nameOfKind } from '../../../src/events/event'

const examples: Examples = recorded
const endpoints = reference.groups.flatMap((group) => group.endpoints)
const events = reference.groups.flatMap((group) => group.events)
const described = endpoints.filter(({ isUnconfigured, socket }) => !isUnconfigured && !socket)

/** `npm run examples` writes the examples. Run it for the test files of an endpoint that is named here. */
describe('the recorded examples', () => {
  test('exist for each endpoint that a deployment can configure', () => {
    const missing = described.filter(({ route }) => examples.endpoints[route] === undefined)
    expect(missing.map(({ route }) => route)).toEqual([])
  })

  test('exist for each event', () => {
    expect(events.map(nameOfKind).filter((name) => examples.events[name] === undefined)).toEqual([])
  })

  test('exist for no removed endpoint or event', () => {
    const routes = new Set<string>(endpoints.map(({ route }) => route))
    expect(Object.keys(examples.endpoints).filter((route) => !routes.has(route))).toEqual([])
    const kinds = new Set(events.map(nameOfKind))
    expect(Object.keys(examples.events).filter((name) => !kinds.has(name))).toEqual([])
  })

  test.each(described.filter(({ route }) => route in examples.endpoints))(
    '$route: the request and the answer are as declared',
    (endpoint) => {
      const { status, answer } = examples.endpoints[endpoint.route]!
      expect(() => decodeExample(endpoint)).not.toThrow()
      expect([200, ...Object.keys(endpoint.serves ?? {}).map(Number), 302]).toContain(status)
      const issues = answer === undefined ? [] : issuesOf(answerSchema(endpoint), answer)
      expect(issues).toEqual([])
    },
  )

  test.each(events.filter((kind) => nameOfKind(kind) in examples.events))(
    'event $type $op: its fields are as declared',
    (kind) => {
      const header: Schemas = {
        type: v.literal(kind.type),
        id: v.number(),
        ...(kind.op ? { op: v.literal(kind.op) } : {}),
      }
      const schema = v.strictObject({ ...header, ...kind.fields })
      expect(issuesOf(schema, examples.events[nameOfKind(kind)])).toEqual([])
    },
  )

  test('contain no name of a test realm, and no secret of a test', () => {
    const text = JSON.stringify(examples)
    expect(text.match(/parley\.test|realm-?\d+|the deployment secret/g) ?? []).toEqual([])
  })
})

/** Decodes the example as the Worker decodes a request. */
function decodeExample(endpoint: AnyEndpoint) {
  const { path = {}, fields = {}, headers = {}, files = {} } = examples.endpoints[endpoint.route]!
  const sent = new Map<string, string | File>(Object.entries(fields))
  for (const [name, file] of Object.entries(files)) sent.set(name, new File(['x'], file))
  return decode(endpoint, sent, { ...path, ...headers }, '')
}

function answerSchema(endpoint: AnyEndpoint): v.GenericSchema {
  const { returns, returnsMore, serves } = endpoint
  const served = Object.values(serves ?? {}).find(({ fields }) => fields !== undefined)
  // A file that happens to be JSON.
  if ('serve' in endpoint && served === undefined) return v.unknown()
  const fields = {
    result: v.literal('success'),
    msg: v.literal(''),
    ignored_parameters_unsupported: v.optional(v.array(v.string())),
    ...(served?.fields ?? returns),
  }
  return returnsMore ? v.looseObject(fields) : v.strictObject(fields)
}

const issuesOf = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
