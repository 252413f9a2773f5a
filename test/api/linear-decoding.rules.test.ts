import { describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/api/endpoint'
import { ApiError } from '../../src/api/errors'
import { readParts } from '../../src/api/multipart'
import { MAX_FIELDS, readFields, readQuery } from '../../src/api/read-fields'
import { routerFor } from '../../src/api/routes'

/**
 * Twice the input must cost twice the work, not four times. Time depends on the machine, so the tests count the work: each
 * lookup in a map, and each element that is copied.
 */
const COUNTED: [holder: object, name: string, cost: (self: never, args: never) => number][] = [
  [Map.prototype, 'get', () => 1],
  [Map.prototype, 'has', () => 1],
  [Array.prototype, 'concat', (_, lists: unknown[]) => lists.flat().length],
  [Uint8Array.prototype, 'set', (_, [source]: [Uint8Array]) => source.length],
  [Buffer, 'concat', (_, [pieces]: [Uint8Array[]]) => pieces.reduce((sum, { length }) => sum + length, 0)],
]

async function workOf(act: () => unknown): Promise<number> {
  let work = 0
  const restores = COUNTED.map(([holder, name, cost]) => {
    const original: (...args: unknown[]) => unknown = Reflect.get(holder, name)
    Reflect.set(holder, name, function (this: never, ...args: unknown[]) {
      work += cost(this, args as never)
      return original.apply(this, args)
    })
    return () => Reflect.set(holder, name, original)
  })
  try {
    await act()
  } finally {
    for (const restore of restores) restore()
  }
  return work
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

const URL_HERE = new URL('http://parley.test/api/v1/messages')

const post = (body: BodyInit, type: string) => {
  // Node accepts a stream as a body only with `duplex`.
  const init = { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' }
  return new Request(URL_HERE, init)
}

const form = (parts: readonly string[]) =>
  post(
    `${parts.map((head) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n\r\n`).join('')}--x--\r\n`,
    'multipart/form-data; boundary=x',
  )

/** Returns a stream with one byte in each chunk. */
function inBytes(text: string): ReadableStream<Uint8Array> {
  const bytes = [...new TextEncoder().encode(text)]
  return new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
}

const fieldsOf = (request: Request) => readFields(request, URL_HERE)

const route: AnyEndpoint = {
  kind: 'decision',
  route: 'GET /wishes/:wish_id',
  summary: 'One wish.',
  caller: { describes: 'anyone', needs: 'none', errors: [], refusal: () => undefined },
  params: {},
  returns: {},
  errors: [],
  decide: () => undefined,
}

describe('the work is linear in the input', () => {
  test.each<[string, (size: number) => unknown]>([
    ['files with one name', (size) => fieldsOf(form(times(size, () => 'name="f"; filename="f"')))],
    [
      'files with one name, and files with the names that those would get',
      (size) => fieldsOf(form(times(size, (n) => `name="${n % 2 ? 'f' : `f (${n})`}"; filename="f"`))),
    ],
    ['fields with one name', (size) => fieldsOf(form(times(size, () => 'name="f"')))],
    ['a form with one name', (size) => fieldsOf(post('f=1&'.repeat(size), 'application/x-www-form-urlencoded'))],
    ['a body in pieces of one byte', (size) => fieldsOf(post(inBytes('x'.repeat(16 * size)), 'text/plain'))],
    [
      'headers of a part in pieces of one byte',
      async (size) => {
        const text = `--x\r\ncontent-disposition: form-data; name="f"; x="${'x'.repeat(16 * size)}"\r\n\r\n\r\n--x--`
        const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=x' })
        for await (const { name } of readParts({ body: inBytes(text), headers })) expect(name).toBe('f')
      },
    ],
    [
      'a query with one name, to a path with a hole',
      (size) => {
        const url = new URL(`http://parley.test/api/v1/wishes/1?${'a=1&'.repeat(size)}`)
        return routerFor([route])(new Request(url), url)
      },
    ],
    [
      'a query with one name, to a path that is none',
      (size) => {
        const url = new URL(`http://parley.test/api/v1/nothing?${'a=1&'.repeat(size)}`)
        return routerFor([route])(new Request(url), url)
      },
    ],
  ])('%s', async (_, act) => {
    const once = await workOf(() => act(200))
    const twice = await workOf(() => act(400))
    expect(twice).toBeLessThanOrEqual(2.5 * once + 50)
  })
})

describe('a request has at most 1000 fields', () => {
  const REFUSAL = `The request has more than ${MAX_FIELDS} fields`

  test.each<[string, (count: number) => Promise<Map<string, unknown>>]>([
    ['in a form', (count) => fieldsOf(post(times(count, (n) => `f${n}=`).join('&'), 'text/plain'))],
    ['in the parts of a form', (count) => fieldsOf(form(times(count, (n) => `name="f${n}"`)))],
    ['among the files of a form', (count) => fieldsOf(form(times(count, () => 'name="f"; filename="f"')))],
    [
      'in a query',
      async (count) => readQuery(new URL(`http://parley.test/?${times(count, (n) => `f${n}`).join('&')}`)),
    ],
  ])('%s', async (_, read) => {
    expect((await read(MAX_FIELDS)).size).toBe(MAX_FIELDS)
    const error = await read(MAX_FIELDS + 1).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message: REFUSAL })
  })

  test.each([
    ['in quotes', 'multipart/form-data; boundary="a b"', 'a b'],
    ['given twice', 'multipart/form-data; boundary=ab; boundary=cd', 'ab'],
    ['with another parameter first', 'multipart/form-data; charset=utf-8; BOUNDARY=ab', 'ab'],
  ])('its parts are counted and parsed with the same boundary: %s', async (_, type, boundary) => {
    const parts = `--${boundary}\r\ncontent-disposition: form-data; name="f"\r\n\r\n1\r\n--${boundary}--\r\n`
    expect(Object.fromEntries(await fieldsOf(post(parts, type)))).toEqual({ f: '1' })
  })

  test.each(['a'.repeat(71), 'a\\b', `"${'a'.repeat(71)}"`])(
    'an invalid boundary is refused: %.9s',
    async (invalid) => {
      const error = await fieldsOf(post('--a--', `multipart/form-data; boundary=${invalid}`)).catch((e: unknown) => e)
      expect(error).toMatchObject({ message: 'The request body could not be read' })
    },
  )
})
