import { describe, expect, test } from 'vitest'
import { withSharedShapes } from '../../../src/api/documentation/openapi-shapes'
import type { Json } from '../../support/person'

/** Returns the schema of a field `it`, and the other components. */
function rewritten(schema: object, schemas: object = {}): Json {
  const { components }: Json = withSharedShapes({
    paths: {},
    components: { schemas: { ...schemas, Place: { properties: { it: schema } } }, securitySchemes: { session: {} } },
  })
  const { Place, ...others } = components.schemas
  return { it: Place.properties.it, others }
}

describe('a shape with a title', () => {
  test('is a component, which each of its places refers to', () => {
    const tree = { title: 'Tree', type: 'object', properties: { name: { type: 'string' } } }
    expect(rewritten({ type: 'array', items: { anyOf: [tree, { type: 'array', items: tree }] } })).toEqual({
      it: {
        type: 'array',
        items: {
          anyOf: [
            { $ref: '#/components/schemas/Tree' },
            { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
          ],
        },
      },
      others: { Tree: { type: 'object', properties: { name: { type: 'string' } } } },
    })
  })

  test('keeps at the place what belongs to the place', () => {
    expect(rewritten({ title: 'Size', type: 'string', default: 'small', description: 'Of the tree.' })).toEqual({
      it: { $ref: '#/components/schemas/Size', default: 'small', description: 'Of the tree.' },
      others: { Size: { type: 'string' } },
    })
  })

  test('gets another name if a generator would write its name as that of another component', () => {
    const tree = { title: 'EventTree', type: 'string' }
    expect(rewritten(tree, { Event_tree: { type: 'object' } })).toMatchObject({
      it: { $ref: '#/components/schemas/EventTreeShape' },
      others: { Event_tree: { type: 'object' }, EventTreeShape: { type: 'string' } },
    })
    expect(rewritten({ title: 'Session', type: 'string' }).it).toEqual({ $ref: '#/components/schemas/SessionShape' })
  })

  test('is refused if another one has its name', () => {
    const both = {
      anyOf: [
        { title: 'Tree', type: 'string' },
        { title: 'Tree', type: 'boolean' },
      ],
    }
    expect(() => rewritten(both)).toThrow('Two shapes have the name Tree')
  })

  test('is no property that is called title, and no example', () => {
    const schema = { properties: { title: { type: 'string' } }, examples: [{ title: 'Tree', const: true }] }
    expect(rewritten(schema)).toEqual({ it: schema, others: {} })
  })
})

describe('keywords that generators do not know', () => {
  const PAIR = [{ type: 'string' }, { type: 'boolean' }]

  test.each<[string, object, object]>([
    ['a pair', { prefixItems: PAIR, items: false, minItems: 2 }, { prefixItems: PAIR, minItems: 2, maxItems: 2 }],
    ['a list', { items: { type: 'string' } }, { items: { type: 'string' } }],
    ['text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
    [
      'a word or null',
      { anyOf: [{ enum: ['a'], type: 'string' }, { type: 'null' }] },
      { anyOf: [{ enum: ['a'], type: 'string' }, { type: 'null' }] },
    ],
    [
      'a bounded list or null, with a note',
      { anyOf: [{ type: 'array', maxItems: 3 }, { type: 'null' }], description: 'Few.' },
      { type: ['array', 'null'], maxItems: 3, description: 'Few.' },
    ],
    [
      'two notes',
      { anyOf: [{ type: 'string', description: 'A' }, { type: 'null' }], description: 'B' },
      { anyOf: [{ type: 'string', description: 'A' }, { type: 'null' }], description: 'B' },
    ],
    ['a constant text', { const: 'add' }, { type: 'string', const: 'add' }],
    ['a constant number', { const: 5 }, { type: 'integer', enum: [5] }],
    ['true', { const: true }, { type: 'boolean' }],
    ['a default', { type: 'string', default: 'a' }, { type: 'string', default: 'a' }],
    ['the default false', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    ['an empty list as default', { type: 'array', default: [] }, { type: 'array' }],
    ['an empty object as default', { type: 'object', default: {} }, { type: 'object' }],
    ['null as default', { type: 'string', default: null }, { type: 'string' }],
    ['an integer', { type: 'integer' }, { type: 'integer', format: 'int64' }],
    ['an integer or null', { type: ['integer', 'null'] }, { type: ['integer', 'null'], format: 'int64' }],
    ['the largest of 32 bits', { type: 'integer', maximum: 2 ** 31 - 1 }, { type: 'integer', maximum: 2 ** 31 - 1 }],
    [
      'more than 32 bits',
      { type: 'integer', maximum: 2 ** 31 },
      { type: 'integer', maximum: 2 ** 31, format: 'int64' },
    ],
    ['a role', { type: 'integer', enum: [100, 200] }, { type: 'integer', enum: [100, 200] }],
    ['a fraction', { type: 'number' }, { type: 'number' }],
  ])('%s', (_, schema, expected) => {
    expect(rewritten(schema).it).toEqual(expected)
  })
})
