import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { PATH_PARAM, isOnSite, methodOf, pathOf } from '../../../src/api/endpoint'
import { reference } from '../../../src/catalogue'
import type { Json } from '../../support/person'

const HOST = 'http://documents.parley.test'
const ask = (path: string, init?: RequestInit) => exports.default.fetch(new Request(HOST + path, init))

const inTheApi = reference.groups.flatMap(({ endpoints }) => endpoints).filter((endpoint) => !isOnSite(endpoint))

/** Returns each object within a document, with its path. */
function* within(value: Json, way = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  yield [way, value]
  for (const [key, inner] of Object.entries(value)) yield* within(inner, `${way}/${key}`)
}

/** The only numbers that need not be whole. */
const FRACTIONS = ['dollars', 'event_log_fill', 'plan_dollars', 'realm_fill', 'retry-after', 'upload_fill']

describe('GET /openapi.json', () => {
  const document = async (): Promise<Json> => (await ask('/api/v1/openapi.json')).json()

  test('is public and cacheable, and a known ETag is answered with 304', async () => {
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

  test('accepts GET, HEAD and OPTIONS only', async () => {
    const head = await ask('/api/v1/openapi.json', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await ask('/api/v1/openapi.json', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const post = await ask('/api/v1/openapi.json', { method: 'POST' })
    expect(post.status).toBe(405)
    expect(await post.json()).toMatchObject({ allowed_methods: ['GET', 'HEAD', 'OPTIONS'] })
  })

  test('is the same in every realm', async () => {
    const other = await exports.default.fetch('http://another.parley.test/api/v1/openapi.json')
    expect(await other.text()).toBe(await (await ask('/api/v1/openapi.json')).text())
  })

  test('is an OpenAPI 3.1 document with every endpoint of the catalogue, once', async () => {
    const { openapi, info, paths, servers, tags } = await document()
    expect({ openapi, servers }).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }, { url: '/json' }] })
    expect(info).toMatchObject({ title: 'Parley', version: expect.any(String) })
    expect(tags.map((tag: Json) => tag.name)).toEqual(reference.groups.map(({ title }) => title))

    const shape = (path: string) => path.replaceAll(PATH_PARAM, '{}').replaceAll(/\{\w+\}/g, '{}')
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    )
    expect(documented.toSorted()).toEqual(
      [...new Set(inTheApi.map((endpoint) => `${methodOf(endpoint)} ${shape(pathOf(endpoint))}`))].toSorted(),
    )
    expect(new Set(Object.keys(paths).map(shape)).size).toBe(Object.keys(paths).length)
    expect(JSON.stringify(paths)).not.toContain('INNER')
  })

  test('every operation has a unique name, a summary, a declared security and answers', async () => {
    const { paths, components, tags } = await document()
    const operations: Json[] = Object.values(paths).flatMap((methods) => Object.values(methods as object))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(operation.summary).toMatch(/\S/)
      expect(tags.map((tag: Json) => tag.name)).toContain(operation.tags[0])
      for (const scheme of operation.security.flatMap((scheme: object) => Object.keys(scheme)))
        expect(components.securitySchemes).toHaveProperty(scheme)
      const statuses = Object.keys(operation.responses)
      expect(statuses).toEqual(expect.arrayContaining(['429', '500']))
      expect(statuses.some((status) => /^(?:101|[23])/.test(status))).toBe(true)
      for (const response of Object.values<Json>(operation.responses))
        expect(response.$ref ?? response.description).toMatch(/\S/)
    }
  })

  test('every parameter in a path is required, and every parameter has one encoding', async () => {
    const { paths } = await document()
    for (const [path, methods] of Object.entries(paths))
      for (const { parameters } of Object.values<Json>(methods as object)) {
        const named = (place: string): string[] =>
          parameters.filter((parameter: Json) => parameter.in === place).map(({ name }: Json) => name)
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

  test('the required and the encoded fields of a form are fields of it', async () => {
    const { paths } = await document()
    const forms = [...within(paths)].filter(([, object]) => 'encoding' in object)
    expect(forms.length).toBeGreaterThan(5)
    for (const [way, { schema, encoding }] of forms)
      for (const name of [...schema.required, ...Object.keys(encoding)])
        expect(schema.properties, way).toHaveProperty(name)
  })

  test('generators make one type of each shape, and keep ids and times whole', async () => {
    const { paths, components } = await document()
    const names = Object.values<Json>(components).flatMap((part) => Object.keys(part))
    const asTypes = names.map((name) => name.replaceAll(/\W|_/g, '').toLowerCase())
    expect(asTypes.filter((name, index) => asTypes.indexOf(name) !== index)).toEqual([])
    const { ChannelMessage, User } = components.schemas
    expect(User.properties.user_id).toEqual({ type: 'integer', format: 'int64' })
    expect(ChannelMessage.properties.timestamp).toEqual({ type: 'integer', format: 'int64' })
    const objects = [...within({ paths, components })].filter(([way]) => !/\/examples?\//.test(way))
    expect(objects.filter(([, { title, items }]) => typeof title === 'string' || items === false)).toEqual([])
    const fractions = objects.filter(([, { type }]) => type === 'number').map(([way]) => way.split('/').at(-1)!)
    expect([...new Set(fractions)].toSorted()).toEqual(FRACTIONS)
  })

  test('every reference has a target', async () => {
    const objects = [...within(await document())]
    const paths = new Set(objects.map(([way]) => way))
    const references = objects.map(([, { $ref }]) => $ref).filter((reference) => reference !== undefined)
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((reference) => !paths.has(reference))).toEqual([])
    // A client looks for `$defs` of a schema at the root of the document, where they do not exist.
    expect(objects.filter(([, { $defs }]) => $defs !== undefined)).toEqual([])
  })
})
