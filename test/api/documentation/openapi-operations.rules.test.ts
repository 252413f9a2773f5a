import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/api/documentation/openapi'
import type { AnyEndpoint } from '../../../src/api/endpoint'
import { apiError, badRequest } from '../../../src/api/errors'
import { fraction } from '../../../src/api/fraction'
import { alias, boolean, ids, integer, oneOf, optional, shortText, text } from '../../../src/api/params'
import { bareEndpoint, NOTHING_RECORDED, referenceWith } from '../../support/bare-declarations'
import type { Json } from '../../support/person'

const documentOf = (...endpoints: AnyEndpoint[]): Json =>
  openApiDocument(referenceWith({ endpoints }), NOTHING_RECORDED)

describe('an operation', () => {
  const operationOf = (endpoint: AnyEndpoint): Json =>
    Object.values(Object.values<Json>(documentOf(endpoint).paths)[0])[0]

  test('in a query, text is sent as it is and other values are sent as JSON', () => {
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
      { name: 'wish_id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      { name: 'name', in: 'query', required: true, schema: { type: 'string', maxLength: 1000 } },
      {
        name: 'before',
        in: 'query',
        required: false,
        content: { 'application/json': { schema: { type: 'integer', format: 'int64', default: 5 } } },
      },
      {
        name: 'anchor',
        in: 'query',
        required: true,
        description: 'Plain text needs no quotes.',
        content: {
          'application/json': {
            schema: {
              anyOf: [
                { type: 'integer', format: 'int64' },
                { type: 'string', maxLength: 1000 },
              ],
            },
          },
        },
      },
    ])
  })

  test('a form says which of its fields are JSON', () => {
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
          ids: { type: 'array', items: { type: 'integer', format: 'int64' }, maxItems: 9 },
          loud: { type: 'boolean' },
        },
        required: ['name', 'ids'],
      },
      encoding: { ids: { contentType: 'application/json' }, loud: { contentType: 'application/json' } },
    })
  })

  test('a form with a file is a multipart form', () => {
    const { requestBody } = operationOf(bareEndpoint({ route: 'POST /wishes', params: { picture: v.instance(File) } }))
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
    expect(requestBody.content['multipart/form-data']).toMatchObject({
      schema: { properties: { picture: { type: 'string', contentMediaType: 'application/octet-stream' } } },
      encoding: {},
    })
  })

  test('an older name is a deprecated parameter, and neither name is required alone', () => {
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

  test('an answer has its own fields, and result and msg around them', () => {
    const returns = {
      id: v.number(),
      size: fraction(),
      note: v.optional(v.string()),
      shape: v.strictObject({ a: v.nullable(v.string()) }),
    }
    const { responses } = operationOf(bareEndpoint({ route: 'POST /wishes', returns }))
    expect(responses[200].content['application/json'].schema).toEqual({
      allOf: [{ $ref: '#/components/schemas/Success' }],
      type: 'object',
      properties: {
        id: { type: 'integer', format: 'int64' },
        size: { type: 'number' },
        note: { type: 'string' },
        shape: {
          type: 'object',
          properties: { a: { type: ['string', 'null'] } },
          required: ['a'],
        },
      },
      required: ['id', 'size', 'shape'],
    })
  })

  test('errors are listed by status, with codes, messages and fields', () => {
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

  test('an operation with a limit on a length has the error for it', () => {
    const refused = (params: AnyEndpoint['params']) =>
      JSON.stringify(operationOf(bareEndpoint({ route: 'POST /wishes', params })).responses[400] ?? {})
    const tooLong = '{var_name} is too long (limit: {limit} {unit})'
    for (const bounded of [shortText(), optional(ids(9)), v.object({ a: v.nullable(text(9)) })])
      expect(refused({ bounded })).toContain(tooLong)
    expect(refused({ wish: integer() })).not.toContain(tooLong)
  })

  test('security follows from the caller', () => {
    const security = (needs: 'none' | 'optional' | 'account' | 'deployment') =>
      operationOf(
        bareEndpoint({ route: 'GET /wishes', caller: { ...bareEndpoint({ route: 'GET /x' }).caller, needs } }),
      ).security
    expect(security('none')).toEqual([])
    expect(security('optional')).toEqual([{}, { apiKey: [] }, { session: [] }])
    expect(security('account')).toEqual([{ apiKey: [] }, { session: [] }])
    expect(security('deployment')).toEqual([{ deploymentSecret: [] }])
  })

  test('a value has both spellings if the deployment has a vendor', () => {
    const kind = oneOf(['svc_extra_emoji', 'realm_emoji'])
    const wishes = [
      bareEndpoint({ route: 'GET /wishes', returns: { kind, one: v.literal('svc'), other: v.literal('x') } }),
    ]
    const schemasFor = (vendor: string): Json => {
      const { paths }: Json = openApiDocument(referenceWith({ endpoints: wishes }), { ...NOTHING_RECORDED, vendor })
      return paths['/wishes'].get.responses[200].content['application/json'].schema.properties
    }
    expect(schemasFor('acme')).toMatchObject({
      kind: { enum: ['svc_extra_emoji', 'realm_emoji', 'acme_extra_emoji'] },
      one: { enum: ['svc', 'acme'] },
      other: { const: 'x' },
    })
    expect(schemasFor('')).toMatchObject({ kind: { enum: ['svc_extra_emoji', 'realm_emoji'] }, one: { const: 'svc' } })
  })

  test('a deprecated endpoint is a deprecated operation', () => {
    expect(operationOf(bareEndpoint({ route: 'GET /wishes', deprecated: true })).deprecated).toBe(true)
    expect(operationOf(bareEndpoint({ route: 'GET /wishes' }))).not.toHaveProperty('deprecated')
  })

  test('endpoints whose paths differ only in the names of parameters are one path', () => {
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
      schema: {
        anyOf: [
          { type: 'integer', format: 'int64' },
          { type: 'string', minLength: 1, maxLength: 1000 },
        ],
      },
    })
    expect(get.description).toContain('By name.')
    expect(remove.parameters[0]).toMatchObject({
      name: 'wish_id_or_name',
      schema: { type: 'integer', format: 'int64' },
    })
  })
})
