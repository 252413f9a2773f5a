import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/api/documentation/openapi'
import type { AnyEndpoint } from '../../../src/api/endpoint'
import { apiError, badRequest } from '../../../src/api/errors'
import { alias, boolean, ids, integer, oneOf, optional, shortText, text } from '../../../src/api/params'
import { bareEndpoint, NOTHING_RECORDED, referenceWith } from '../../support/bare-declarations'
import type { Json } from '../../support/person'

const documentOf = (...endpoints: AnyEndpoint[]): Json =>
  openApiDocument(referenceWith({ endpoints }), NOTHING_RECORDED)

describe('an operation', () => {
  const operationOf = (endpoint: AnyEndpoint): Json =>
    Object.values(Object.values<Json>(documentOf(endpoint).paths)[0])[0]

  test('sends text as it is and all else as JSON text in a query', () => {
    const { parameters } = operationOf(
      bareEndpoint({
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
      bareEndpoint({
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
    const { requestBody } = operationOf(bareEndpoint({ route: 'POST /wishes', params: { picture: v.instance(File) } }))
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
    expect(requestBody.content['multipart/form-data']).toMatchObject({
      schema: { properties: { picture: { type: 'string', contentMediaType: 'application/octet-stream' } } },
      encoding: {},
    })
  })

  test('tells older names as deprecated, and requires neither name by itself', () => {
    const params = { topic: alias(shortText(), 'subject') }
    const { parameters } = operationOf(bareEndpoint({ route: 'GET /wishes', params }))
    expect(parameters.map(({ name, required, deprecated }: Json) => ({ name, required, deprecated }))).toEqual([
      { name: 'topic', required: false, deprecated: undefined },
      { name: 'subject', required: undefined, deprecated: true },
    ])
    const { requestBody } = operationOf(bareEndpoint({ route: 'POST /wishes', params }))
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
    const { responses } = operationOf(bareEndpoint({ route: 'POST /wishes', returns }))
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
    const { responses } = operationOf(bareEndpoint({ route: 'GET /wishes', errors: [wishDoesNotExist, tooMany] }))
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
      JSON.stringify(operationOf(bareEndpoint({ route: 'POST /wishes', params })).responses[400] ?? {})
    const tooLong = '{var_name} is too long (limit: {limit} {unit})'
    for (const bounded of [shortText(), optional(ids(9)), v.object({ a: v.nullable(text(9)) })])
      expect(refused({ bounded })).toContain(tooLong)
    expect(refused({ wish: integer() })).not.toContain(tooLong)
  })

  test('tells who may ask', () => {
    const security = (needs: 'nobody' | 'whoever' | 'account' | 'deployment') =>
      operationOf(
        bareEndpoint({ route: 'GET /wishes', caller: { ...bareEndpoint({ route: 'GET /x' }).caller, needs } }),
      ).security
    expect(security('nobody')).toEqual([])
    expect(security('whoever')).toEqual([{}, { apiKey: [] }])
    expect(security('account')).toEqual([{ apiKey: [] }])
    expect(security('deployment')).toEqual([{ deploymentSecret: [] }])
  })

  test('tells a value in both spellings where the deployment has a vendor', () => {
    const kind = oneOf(['svc_extra_emoji', 'realm_emoji'])
    const wishes = [
      bareEndpoint({ route: 'GET /wishes', returns: { kind, one: v.literal('svc'), other: v.literal('x') } }),
    ]
    const toldBy = (vendor: string): Json => {
      const { paths }: Json = openApiDocument(referenceWith({ endpoints: wishes }), { ...NOTHING_RECORDED, vendor })
      return paths['/wishes'].get.responses[200].content['application/json'].schema.properties
    }
    expect(toldBy('acme')).toMatchObject({
      kind: { enum: ['svc_extra_emoji', 'realm_emoji', 'acme_extra_emoji'] },
      one: { enum: ['svc', 'acme'] },
      other: { const: 'x' },
    })
    expect(toldBy('')).toMatchObject({ kind: { enum: ['svc_extra_emoji', 'realm_emoji'] }, one: { const: 'svc' } })
  })

  test('is marked when it is deprecated', () => {
    expect(operationOf(bareEndpoint({ route: 'GET /wishes', deprecated: true })).deprecated).toBe(true)
    expect(operationOf(bareEndpoint({ route: 'GET /wishes' }))).not.toHaveProperty('deprecated')
  })

  test('two endpoints whose paths differ only in what their holes are called are one', () => {
    const byId = bareEndpoint({
      route: 'GET /wishes/:wish_id',
      params: { wish_id: integer(), loud: optional(boolean()) },
    })
    const byName = bareEndpoint({ route: 'GET /wishes/:name', params: { name: shortText() }, summary: 'By name.' })
    const { paths } = documentOf(
      byId,
      byName,
      bareEndpoint({ route: 'DELETE /wishes/:wish_id', params: { wish_id: integer() } }),
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
