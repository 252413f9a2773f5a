import { createHash } from 'node:crypto'
import { exports } from 'cloudflare:workers'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { describedError } from '../../src/api/documentation/errors'
import { docsPage } from '../../src/api/documentation/page'
import { HOLE, isOnSite, methodOf, pathOf, pathParamsOf, type AnyEndpoint, type Concepts } from '../../src/api/endpoint'
import { apiError, badRequest } from '../../src/api/errors'
import { html } from '../../src/api/html'
import { jsonSchemaOf } from '../../src/api/documentation/json-schema'
import { openApiDocument } from '../../src/api/documentation/openapi'
import { alias, boolean, dictionary, ids, integer, list, oneOf, optional, shortText, text } from '../../src/api/params'
import { typeInWords } from '../../src/api/documentation/type-in-words'
import { concepts } from '../../src/catalogue'
import type { Json } from '../support/person'

const HOST = 'http://documents.parley.test'
const ask = (path: string, init?: RequestInit) => exports.default.fetch(new Request(HOST + path, init))

const published = [...concepts.values()].flat()
const inTheApi = published.filter((endpoint) => !isOnSite(endpoint))

/** Every object within a document, with the way to it. */
function* within(value: Json, way = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  yield [way, value]
  for (const [key, inner] of Object.entries(value)) yield* within(inner, `${way}/${key}`)
}

const taking = (declared: Partial<AnyEndpoint> & { route: AnyEndpoint['route'] }): AnyEndpoint => ({
  kind: 'decision',
  summary: 'Wish for something.',
  caller: { describes: 'anyone', needs: 'nobody', errors: [], refusal: () => undefined },
  params: {},
  returns: {},
  errors: [],
  decide: () => undefined,
  ...declared,
})

const documentOf = (...endpoints: AnyEndpoint[]): Json => openApiDocument(new Map([['wishes', endpoints]]))

describe('GET /openapi.json', () => {
  const document = async (): Promise<Json> => (await ask('/api/v1/openapi.json')).json()

  test('is public, may be cached, and is asked for again only if it changed', async () => {
    const response = await ask('/api/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    const etag = response.headers.get('etag')!
    const again = await ask('/api/v1/openapi.json', { headers: { 'if-none-match': `W/${etag}, "other"` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await ask('/api/v1/openapi.json', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    await other.body?.cancel()
    await response.body?.cancel()
  })

  test('is asked for by GET, by HEAD and in no other way', async () => {
    const head = await ask('/api/v1/openapi.json', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await ask('/api/v1/openapi.json', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const post = await ask('/api/v1/openapi.json', { method: 'POST' })
    expect(post.status).toBe(405)
    expect(await post.json()).toMatchObject({ allowed_methods: ['GET', 'HEAD', 'OPTIONS'] })
  })

  test('says nothing of any realm', async () => {
    const elsewhere = await exports.default.fetch('http://another.parley.test/api/v1/openapi.json')
    expect(await elsewhere.text()).toBe(await (await ask('/api/v1/openapi.json')).text())
  })

  test('is an OpenAPI 3.1 document with every endpoint of the catalogue, each once', async () => {
    const { openapi, info, paths, servers, tags } = await document()
    expect({ openapi, servers }).toEqual({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
    expect(info).toMatchObject({ title: 'Parley', version: expect.any(String) })
    expect(tags.map((tag: Json) => tag.name)).toEqual([...concepts.keys()])

    const shape = (path: string) => path.replaceAll(HOLE, '{}').replaceAll(/\{\w+\}/g, '{}')
    const told = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    )
    expect(told.toSorted()).toEqual(
      [...new Set(inTheApi.map((endpoint) => `${methodOf(endpoint)} ${shape(pathOf(endpoint))}`))].toSorted(),
    )
    expect(new Set(Object.keys(paths).map(shape)).size).toBe(Object.keys(paths).length)
    expect(JSON.stringify(paths)).not.toContain('INNER')
  })

  test('every operation has a name of its own, a summary, known security and answers', async () => {
    const { paths, components, tags } = await document()
    const operations: Json[] = Object.values(paths).flatMap((methods) => Object.values(methods as object))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(operation.summary).toMatch(/\S/)
      expect(tags.map((tag: Json) => tag.name)).toContain(operation.tags[0])
      for (const scheme of operation.security.flatMap((each: object) => Object.keys(each)))
        expect(components.securitySchemes).toHaveProperty(scheme)
      const statuses = Object.keys(operation.responses)
      expect(statuses).toEqual(expect.arrayContaining(['429', '500']))
      expect(statuses.some((status) => /^[23]/.test(status))).toBe(true)
      for (const response of Object.values<Json>(operation.responses))
        expect(response.$ref ?? response.description).toMatch(/\S/)
    }
  })

  test('every hole in a path is a required parameter, and every parameter is sent in one way', async () => {
    const { paths } = await document()
    for (const [path, methods] of Object.entries(paths))
      for (const { parameters } of Object.values<Json>(methods as object)) {
        const named = (place: string): string[] =>
          parameters.filter((each: Json) => each.in === place).map((each: Json) => each.name)
        expect(named('path').toSorted()).toEqual(
          [...path.matchAll(/\{(\w+)\}/g)].map((hole) => String(hole[1])).toSorted(),
        )
        expect(new Set(named('query')).size).toBe(named('query').length)
        for (const parameter of parameters) {
          expect('schema' in parameter !== 'content' in parameter, `${path} ${parameter.name}`).toBe(true)
          expect(parameter.required || parameter.in !== 'path').toBe(true)
        }
      }
  })

  test('a form’s required and encoded fields are among its fields', async () => {
    const { paths } = await document()
    const forms = [...within(paths)].filter(([, object]) => 'encoding' in object)
    expect(forms.length).toBeGreaterThan(5)
    for (const [way, { schema, encoding }] of forms)
      for (const name of [...schema.required, ...Object.keys(encoding)])
        expect(schema.properties, way).toHaveProperty(name)
  })

  test('every reference leads somewhere', async () => {
    const objects = [...within(await document())]
    const ways = new Set(objects.map(([way]) => way))
    const references = objects.map(([, { $ref }]) => $ref).filter((reference) => reference !== undefined)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) expect(ways).toContain(reference)
    // A schema's own definitions would be looked for at the document's root, and not be there.
    expect(objects.filter(([, { $defs }]) => $defs !== undefined)).toEqual([])
  })
})

describe('an operation', () => {
  const operationOf = (endpoint: AnyEndpoint): Json =>
    Object.values(Object.values<Json>(documentOf(endpoint).paths)[0])[0]

  test('sends text as it is and all else as JSON text in a query', () => {
    const { parameters } = operationOf(
      taking({
        route: 'GET /wishes/:wish_id',
        params: {
          wish_id: integer(),
          name: shortText(),
          before: optional(integer(), 5),
          anchor: v.union([integer(), shortText()]),
        },
      }),
    )
    expect(parameters).toEqual([
      { name: 'wish_id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'name', in: 'query', required: true, schema: { type: 'string', maxLength: 1000 } },
      {
        name: 'before',
        in: 'query',
        required: false,
        content: { 'application/json': { schema: { type: 'integer', default: 5 } } },
      },
      {
        name: 'anchor',
        in: 'query',
        required: true,
        description: 'Plain text may be given without quotes.',
        content: {
          'application/json': { schema: { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 1000 }] } },
        },
      },
    ])
  })

  test('says which fields of a form are JSON text', () => {
    const { parameters, requestBody } = operationOf(
      taking({
        route: 'POST /wishes',
        params: { name: shortText(), ids: ids(9), loud: optional(boolean()) },
      }),
    )
    expect(parameters).toEqual([])
    expect(requestBody.required).toBe(true)
    expect(requestBody.content['application/x-www-form-urlencoded']).toEqual({
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 1000 },
          ids: { type: 'array', items: { type: 'integer' }, maxItems: 9 },
          loud: { type: 'boolean' },
        },
        required: ['name', 'ids'],
      },
      encoding: { ids: { contentType: 'application/json' }, loud: { contentType: 'application/json' } },
    })
  })

  test('sends files as parts, and only so', () => {
    const { requestBody } = operationOf(taking({ route: 'POST /wishes', params: { picture: v.instance(File) } }))
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
    expect(requestBody.content['multipart/form-data']).toMatchObject({
      schema: { properties: { picture: { type: 'string', contentMediaType: 'application/octet-stream' } } },
      encoding: {},
    })
  })

  test('tells older names as deprecated, and requires neither name by itself', () => {
    const params = { topic: alias(shortText(), 'subject') }
    const { parameters } = operationOf(taking({ route: 'GET /wishes', params }))
    expect(parameters.map(({ name, required, deprecated }: Json) => ({ name, required, deprecated }))).toEqual([
      { name: 'topic', required: false, deprecated: undefined },
      { name: 'subject', required: undefined, deprecated: true },
    ])
    const { requestBody } = operationOf(taking({ route: 'POST /wishes', params }))
    expect(requestBody.content['multipart/form-data'].schema).toMatchObject({
      properties: { topic: { type: 'string' }, subject: { type: 'string', deprecated: true } },
      required: [],
    })
  })

  test('tells the answer, its optional fields and the envelope around it', () => {
    const returns = {
      id: v.number(),
      note: v.optional(v.string()),
      shape: v.strictObject({ a: v.nullable(v.string()) }),
    }
    const { responses } = operationOf(taking({ route: 'POST /wishes', returns }))
    expect(responses[200].content['application/json'].schema).toEqual({
      allOf: [{ $ref: '#/components/schemas/Success' }],
      type: 'object',
      properties: {
        id: { type: 'number' },
        note: { type: 'string' },
        shape: {
          type: 'object',
          properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
          required: ['a'],
        },
      },
      required: ['id', 'shape'],
    })
  })

  test('tells its errors by status, with their codes, words and fields', () => {
    const wishDoesNotExist = apiError('NOT_FOUND', (f: { wish_id: number }) => `Wish ${f.wish_id} does not exist`)
    const tooMany = badRequest((f: { limit: number }) => `More than ${f.limit} wishes`)
    const { responses } = operationOf(taking({ route: 'GET /wishes', errors: [wishDoesNotExist, tooMany] }))
    expect(responses[400].content['application/json'].examples).toMatchObject({
      BAD_REQUEST_1: {
        summary: 'More than {limit} wishes',
        value: { result: 'error', msg: 'More than {limit} wishes', code: 'BAD_REQUEST' },
      },
      BAD_REQUEST_2: expect.objectContaining({ summary: 'The request has more than {limit} fields' }),
    })
    expect(responses[404].content['application/json'].schema.properties).toEqual({
      code: { enum: ['NOT_FOUND', 'NONEXISTENT_SUBDOMAIN'] },
      wish_id: {},
    })
  })

  test('declares that a value can be too long, wherever one can be', () => {
    const refused = (params: AnyEndpoint['params']) =>
      JSON.stringify(operationOf(taking({ route: 'POST /wishes', params })).responses[400] ?? {})
    const tooLong = '{var_name} is too long (limit: {limit} {unit})'
    for (const bounded of [shortText(), optional(ids(9)), v.object({ a: v.nullable(text(9)) })])
      expect(refused({ bounded })).toContain(tooLong)
    expect(refused({ wish: integer() })).not.toContain(tooLong)
  })

  test('tells who may ask', () => {
    const security = (needs: 'nobody' | 'whoever' | 'account' | 'deployment') =>
      operationOf(taking({ route: 'GET /wishes', caller: { ...taking({ route: 'GET /x' }).caller, needs } })).security
    expect(security('nobody')).toEqual([])
    expect(security('whoever')).toEqual([{}, { apiKey: [] }])
    expect(security('account')).toEqual([{ apiKey: [] }])
    expect(security('deployment')).toEqual([{ deploymentSecret: [] }])
  })

  test('tells a value in both spellings where the deployment has a vendor', () => {
    const kind = oneOf(['svc_extra_emoji', 'realm_emoji'])
    const wishes = [taking({ route: 'GET /wishes', returns: { kind, one: v.literal('svc'), other: v.literal('x') } })]
    const toldBy = (vendor?: string): Json => {
      const { paths }: Json = openApiDocument(new Map([['wishes', wishes]]), vendor)
      return paths['/wishes'].get.responses[200].content['application/json'].schema.properties
    }
    expect(toldBy('acme')).toMatchObject({
      kind: { enum: ['svc_extra_emoji', 'realm_emoji', 'acme_extra_emoji'] },
      one: { enum: ['svc', 'acme'] },
      other: { const: 'x' },
    })
    expect(toldBy()).toMatchObject({ kind: { enum: ['svc_extra_emoji', 'realm_emoji'] }, one: { const: 'svc' } })
  })

  test('is marked when it is deprecated', () => {
    expect(operationOf(taking({ route: 'GET /wishes', deprecated: true })).deprecated).toBe(true)
    expect(operationOf(taking({ route: 'GET /wishes' }))).not.toHaveProperty('deprecated')
  })

  test('two endpoints whose paths differ only in what their holes are called are one', () => {
    const byId = taking({ route: 'GET /wishes/:wish_id', params: { wish_id: integer(), loud: optional(boolean()) } })
    const byName = taking({ route: 'GET /wishes/:name', params: { name: shortText() }, summary: 'By name.' })
    const { paths } = documentOf(
      byId,
      byName,
      taking({ route: 'DELETE /wishes/:wish_id', params: { wish_id: integer() } }),
    )
    expect(Object.keys(paths)).toEqual(['/wishes/{wish_id_or_name}'])
    const { get, delete: remove } = paths['/wishes/{wish_id_or_name}']
    expect(get.parameters[0]).toEqual({
      name: 'wish_id_or_name',
      in: 'path',
      required: true,
      schema: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1, maxLength: 1000 }] },
    })
    expect(get.description).toContain('By name.')
    expect(remove.parameters[0]).toMatchObject({ name: 'wish_id_or_name', schema: { type: 'integer' } })
  })
})

describe('what stands behind the documents', () => {
  test.each<[string, v.GenericSchema, object]>([
    [
      'a list, a text and a dict tell their bounds',
      list(dictionary(text(1), text(2), 3), 4),
      {
        type: 'array',
        maxItems: 4,
        items: {
          type: 'object',
          maxProperties: 3,
          propertyNames: { type: 'string', maxLength: 1 },
          additionalProperties: { type: 'string', maxLength: 2 },
        },
      },
    ],
    ['an integer has no ends', integer(), { type: 'integer' }],
    [
      'but those it is given',
      v.pipe(integer(), v.minValue(1), v.maxValue(9)),
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    ['a transformed value is what travels', v.pipe(v.string(), v.transform(Number)), { type: 'string' }],
    ['what JSON Schema has no word for is anything', v.custom(() => true), {}],
    [
      'a check it has no word for is left out',
      v.pipe(
        v.string(),
        v.check(() => true),
      ),
      { type: 'string' },
    ],
    ['an older name is no keyword', alias(v.string(), 'older'), { type: 'string' }],
    ['unknown is anything', v.unknown(), {}],
  ])('%s', (_, schema, expected) => {
    expect(jsonSchemaOf(schema)).toEqual(expected)
  })

  test.each<[v.GenericSchema, string]>([
    [v.string(), 'text'],
    [integer(), 'integer'],
    [v.pipe(integer(), v.minValue(0)), 'integer (at least 0)'],
    [text(60), 'text (at most 60 characters)'],
    [v.array(integer()), 'list of integers'],
    [ids(9), 'list of at most 9 integers'],
    [v.array(v.array(v.string())), 'list of (list of texts)'],
    [list(list(text(7), 8), 9), 'list of at most 9 (list of at most 8 (text (at most 7 characters)))'],
    [v.nullable(boolean()), 'boolean or null'],
    [oneOf(['a', 'b']), '"a" | "b"'],
    [oneOf([1, 2]), '1 | 2'],
    [v.literal('a'), '"a"'],
    [v.tuple([v.string(), integer()]), '[text, integer]'],
    [v.record(shortText(), boolean()), 'map to boolean'],
    [dictionary(text(7), boolean(), 9), 'map (at most 9 entries) to boolean'],
    [v.object({ a: shortText() }), 'object'],
    [v.array(v.object({ a: shortText() })), 'list of objects'],
    [v.instance(File), 'file'],
    [v.unknown(), 'anything'],
  ])('a type in words: %#', (schema, words) => {
    expect(typeInWords(jsonSchemaOf(schema))).toBe(words)
  })

  test('an error tells its words and fields, whatever its message does with them', () => {
    const error = apiError(
      'X',
      (f: { names: string[]; count: number; at: { id: number } }) =>
        `${f.names.map((name) => name.toUpperCase()).join(', ')} and ${Math.max(0, f.count)} at ${f.at.id}`,
    )
    expect(describedError(error)).toEqual({
      status: 400,
      code: 'X',
      msg: '{names} and NaN at {at}',
      fields: ['names', 'count', 'at'],
    })
    expect(describedError(badRequest(() => 'No.'))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'No.',
      fields: [],
    })
  })

  test('markup is only what a template says', () => {
    const name = `<img src=x onerror="alert('&')">`
    const { markup } = html`<p title="${name}">${name}${undefined}${5}${[html`<b>${'<'}</b>`]}</p>`
    const escaped = '&#60;img src=x onerror=&#34;alert(&#39;&#38;&#39;)&#34;&#62;'
    expect(markup).toBe(`<p title="${escaped}">${escaped}5<b>&#60;</b></p>`)
  })
})

describe('GET /api', () => {
  const page = async () => (await ask('/api')).text()

  test('is a page that may use nothing but its own style', async () => {
    const response = await ask('/api/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const body = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(style).not.toMatch(/url\(|@import/)
    expect(body).not.toMatch(/<script|<link|<img|<iframe|style="|\son\w+=|https?:\/\//)
  })

  test('tells every endpoint: its place, who may ask, its parameters and its errors', async () => {
    const body = await page()
    for (const endpoint of published) {
      const words = endpoint.route.split(/\W+/).slice(1).filter(Boolean)
      const anchor = [methodOf(endpoint).toLowerCase(), ...words].join('-')
      const start = body.indexOf(`<article id="${anchor}">`)
      expect(start, endpoint.route).toBeGreaterThan(0)
      const article = body.slice(start, body.indexOf('</article>', start))
      expect(article).toContain(html`${endpoint.summary}`.markup)
      expect(article).toContain(html`For ${endpoint.caller.describes}.`.markup)
      for (const name of Object.keys(endpoint.params)) expect(article).toContain(`<code>${name}</code>`)
      for (const name of Object.keys(endpoint.returns)) expect(article).toContain(`<code>${name}</code>`)
      for (const kind of endpoint.errors) expect(article).toContain(html`${describedError(kind).msg}`.markup)
      for (const name of pathParamsOf(endpoint)) expect(article).toContain(`{${name}}`)
    }
  })

  test('every link within it leads somewhere, and no place is there twice', async () => {
    const body = await page()
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of body.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target)
  })

  test('marks what is deprecated, and escapes whatever a declaration says', () => {
    const wishes: Concepts = new Map([
      ['wishes', [taking({ route: 'GET /wishes', deprecated: true, summary: 'Ask <b>nicely</b> & often.' })]],
    ])
    const { body } = docsPage(wishes)
    expect(body).toContain('<span class="deprecated">deprecated</span>')
    expect(body).toContain('Ask &#60;b&#62;nicely&#60;/b&#62; &#38; often.')
  })
})
