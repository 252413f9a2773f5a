import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { captureConsole } from '../../support/faults'
import { succeeded, type Json } from '../../support/person'
import { freshRealm } from '../../support/realm'
import {
  apiDocument,
  methodsAt,
  undeclaredIn,
  type ApiDocument,
  type Operation,
} from '../../support/api-document/document'
import { authorizationFor, Examination } from '../../support/api-document/examination'
import { mismatch } from '../../support/api-document/mismatch'
import { slotTextsFor, requestFor, slotsOf, textForSlot, type SlotTexts } from '../../support/api-document/request'

/**
 * Sends each operation of openapi.json the usual mistakes of clients. Each response must be declared there.
 * `npm run prove` sends many more requests (test/fuzz/openapi.test.ts).
 */
const MALFORMED_SEGMENTS = ['x', '-1', '1.5', '99999999999999999999', 'a/b', '\u0000', 'x'.repeat(3000)]
const LARGE = 'x'.repeat(7 * 1024 * 1024)
const first = <Item>(items: readonly Item[]) => items[0]!

let document: ApiDocument
beforeAll(async () => {
  document = await apiDocument()
})

/** Sends requests to all operations, and returns what the document does not declare. */
async function examined(
  ask: (
    send: (attempt: string, filled: SlotTexts, more?: More) => Promise<number>,
    operation: Operation,
  ) => Promise<unknown>,
): Promise<Examination> {
  const examination = new Examination(document)
  for (const operation of document.operations) {
    const { ada } = await examination.cast()
    const base = await examination.base()
    const authorization = authorizationFor(operation, ada, env.DEPLOYMENT_SECRET)
    await ask(async (called, filled, more = {}) => {
      const request = requestFor(base, operation, filled)
      const headers = new Headers(request.headers)
      const credential = 'authorization' in more ? more.authorization : authorization
      if (credential !== undefined) headers.set('authorization', credential)
      return examination.send(
        operation,
        called,
        new Request(request, { headers, ...(more.body ? { body: more.body } : {}) }),
      )
    }, operation)
    await examination.renewIfUnusable()
  }
  return examination
}

type More = { authorization?: string | undefined; body?: string }

const usual = (operation: Operation) => slotTextsFor(document, operation, first)

describe('each operation answers as the document declares', () => {
  test('a request that the document allows', async () => {
    const logged = captureConsole('error')
    const { complaints, statusCounts } = await examined((send, operation) => send('usual', usual(operation)))
    expect([complaints, logged]).toEqual([[], []])
    const succeeded = [...statusCounts.keys()].filter((key) => / (?:2|3)\d\d$/.test(key))
    expect(succeeded.length).toBeGreaterThan(document.operations.length / 4)
  })

  test('a malformed segment of the path', async () => {
    const { complaints, statusCounts } = await examined(async (send, operation) => {
      for (const slot of slotsOf(document, operation).filter(({ place }) => place === 'path'))
        for (const segment of MALFORMED_SEGMENTS)
          await send(segment.slice(0, 20), new Map([...usual(operation), [slot, segment]]))
    })
    expect(complaints).toEqual([])
    expect([...statusCounts.keys()].filter((key) => key.endsWith(' 404')).length).toBeGreaterThan(50)
  })

  test('missing and malformed parameters', async () => {
    const { complaints, statusCounts } = await examined(async (send, operation) => {
      const slots = slotsOf(document, operation)
      const path = [...usual(operation)].filter(([{ place }]) => place === 'path')
      await send('without parameters', new Map(path))
      const others = slots.filter(({ place }) => place !== 'path')
      await send('malformed', new Map([...path, ...others.map((slot) => [slot, '{"'] as const)]))
      await send(
        'of another type',
        new Map([...path, ...others.map((slot) => [slot, textForSlot(slot, { a: [] })] as const)]),
      )
    })
    expect(complaints).toEqual([])
    expect([...statusCounts.keys()].filter((key) => key.endsWith(' 400')).length).toBeGreaterThan(100)
  })

  test('missing, malformed and wrong credentials', async () => {
    const { complaints, statusCounts } = await examined(async (send, operation) => {
      const filled = usual(operation)
      await send('no credentials', filled, { authorization: undefined })
      await send('malformed credentials', filled, { authorization: 'Basic x' })
      await send('a malformed key', filled, { authorization: `Basic ${btoa('a@b.c:x')}` })
      await send('a wrong key', filled, { authorization: `Basic ${btoa(`a@b.c:${'x'.repeat(32)}`)}` })
      await send('another scheme', filled, { authorization: 'Digest x' })
    })
    expect(complaints).toEqual([])
    expect([...statusCounts.keys()].filter((key) => key.endsWith(' 401')).length).toBeGreaterThan(150)
  })

  test('a client that receives the vendor’s spelling of a value', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.post('/users/me/status', { emoji_name: 'svc', reaction_type: 'svc_extra_emoji' }))
    const operation = document.operations.find(
      ({ method, path }) => `${method} ${path}` === 'GET /users/{user_id}/status',
    )!
    const authorization = authorizationFor(operation, dov, '')
    const request = new Request(`${dov.realm_url}/api/v1/users/${dov.id}/status`, { headers: { authorization } })
    const response = await exports.default.fetch(request)
    expect(await response.clone().text()).toContain('"reaction_type":"zulip_extra_emoji"')
    expect(await undeclaredIn(document, operation, response)).toBeUndefined()
  })

  test('a body that is too large', async () => {
    const { complaints, statusCounts } = await examined(async (send, operation) => {
      if (!['GET', 'HEAD'].includes(operation.method)) await send('7 MB', usual(operation), { body: LARGE })
    })
    expect(complaints).toEqual([])
    expect([...statusCounts.keys()].filter((key) => key.endsWith(' 413')).length).toBeGreaterThan(100)
  })

  test('a host without a realm', async () => {
    const wounds: string[] = []
    for (const operation of document.operations) {
      const request = requestFor('http://no-realm.parley.test/api/v1', operation, usual(operation))
      const complaint = await undeclaredIn(document, operation, await exports.default.fetch(request))
      if (complaint) wounds.push(`${operation.method} ${operation.path}: ${complaint}`)
    }
    expect(wounds).toEqual([])
  })
})

test('a path accepts the methods in the document, and the 405 for another method lists them', async () => {
  const wounds: string[] = []
  for (const path of Object.keys(document.root.paths)) {
    const address = path.replaceAll(/\{\w+\}/g, '1')
    const declared = methodsAt(document, address)
    const allowed = new Set([...declared, ...(declared.has('GET') ? ['HEAD'] : []), 'OPTIONS'])
    const url = `http://documents.parley.test/api/v1${address}`
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].filter((candidate) => !allowed.has(candidate))) {
      const response = await exports.default.fetch(new Request(url, { method }))
      const { code, allowed_methods }: Json = await response.json()
      const found = [response.status, code, allowed_methods]
      const expected = [405, 'METHOD_NOT_ALLOWED', [...allowed].sort()]
      if (JSON.stringify(found) !== JSON.stringify(expected)) wounds.push(`${method} ${path}: ${JSON.stringify(found)}`)
    }
  }
  expect(wounds).toEqual([])
})

describe('the comparison of a response with the document', () => {
  const declared = {
    responses: {
      200: {
        headers: { Location: { required: true, schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Wish' } } },
      },
      204: {},
    },
  }
  const root = {
    components: { schemas: { Wish: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } },
  }
  const compare = (body: string | null, init: ResponseInit) =>
    undeclaredIn({ root, operations: [] }, { method: 'GET', path: '/wishes', declared }, new Response(body, init))
  const json = { location: '/', 'content-type': 'application/json; charset=utf-8' }

  test.each<[string, string | null, ResponseInit, string | undefined]>([
    ['a declared response', '{"id":1,"more":2}', { headers: json }, undefined],
    ['an empty response', null, { status: 204 }, undefined],
    ['another status', '{}', { status: 404 }, 'status 404'],
    ['a missing header', '{"id":1}', { headers: { 'content-type': 'application/json' } }, 'no header Location'],
    ['another content type', 'x', { headers: { ...json, 'content-type': 'text/plain' } }, 'content type text/plain'],
    ['no body', null, { headers: json }, 'no body'],
    ['a missing field', '{}', { headers: json }, 'at its root lacks id'],
    ['a wrong field', '{"id":"1"}', { headers: json }, 'at .id is not of type integer'],
  ])('%s', async (_, body, init, complaint) => {
    const result = await compare(body, init)
    // The complaint ends with the response.
    expect(result?.slice(0, complaint?.length)).toBe(complaint)
  })

  test.each<[Json, Json, string | undefined]>([
    [{ const: 1 }, 1, undefined],
    [{ const: '' }, 'available', 'at its root is not ""'],
    [{ enum: ['a', 'b'] }, 'c', 'at its root is none of ["a","b"]'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, null, undefined],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'a', 'at its root fits none of 2 schemas'],
    [{ allOf: [{ type: 'string' }, { maxLength: 1 }] }, 'ab', 'at its root is too long'],
    [{ type: 'array', items: { minimum: 2 } }, [2, 1], 'at [1] is below 2'],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], 'at its root has item 1'],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, 'at its root has b'],
    [{ additionalProperties: { type: 'boolean' } }, { b: 2 }, 'at .b is not of type boolean'],
    [{ type: 'string', pattern: '^a' }, 'b', 'at its root does not match ^a'],
    [{ type: ['integer', 'null'] }, 1.5, 'at its root is not of type integer,null'],
  ])('JSON Schema %j', (schema, value, complaint) => {
    expect(mismatch({}, schema, value)).toBe(complaint)
  })

  test('an unsupported keyword of JSON Schema is an error', () => {
    expect(() => mismatch({}, { unevaluatedItems: false }, [])).toThrow('unevaluatedItems')
  })
})
