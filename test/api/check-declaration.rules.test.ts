import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { answeredRoutes, checkAnswer, checkFields } from '../../src/api/check-declaration'
import type { AnyEndpoint } from '../../src/api/endpoint'
import { EventReader } from '../../src/events/event-reader'
import type { AnyEventKind } from '../../src/events/event'
import type { EventLog } from '../../src/events/event-log'
import type { Queue } from '../../src/events/queue'
import { bareEvent } from '../support/bare-declarations'

const getWish: AnyEndpoint = {
  kind: 'decision',
  route: 'GET /wishes/of/this/test/only',
  summary: 'One wish.',
  caller: { describes: 'anyone', needs: 'none', errors: [], refusal: () => undefined },
  params: {},
  returns: { id: v.number(), note: v.optional(v.string()) },
  errors: [],
  decide: () => undefined,
}

describe('a response', () => {
  test.each<[string, object]>([
    ['with all fields', { id: 1, note: 'a' }],
    ['without optional fields', { id: 1 }],
    ['with undefined fields, which JSON omits', { id: 1, note: undefined }],
  ])('%s matches its declaration', (_, body) => {
    expect(() => checkAnswer(getWish, body)).not.toThrow()
  })

  test.each<[string, object, string]>([
    ['without a field', {}, 'The answer of GET /wishes/of/this/test/only does not match its declaration: id: '],
    [
      'with an undeclared field',
      { id: 1, colour: 'red' },
      'The answer of GET /wishes/of/this/test/only does not match its declaration: colour: ',
    ],
    [
      'with a wrong field',
      { id: '1' },
      'The answer of GET /wishes/of/this/test/only does not match its declaration: id: ',
    ],
    [
      'with NaN, which JSON sends as null',
      { id: NaN },
      'The answer of GET /wishes/of/this/test/only does not match its declaration: id: ',
    ],
  ])('%s does not match its declaration', (_, body, complaint) => {
    expect(() => checkAnswer(getWish, body)).toThrow(complaint)
  })

  test('can have undeclared fields if its endpoint allows them', () => {
    expect(() => checkAnswer({ ...getWish, returnsMore: true }, { id: 1, colour: 'red' })).not.toThrow()
  })

  test('counts as answered only if it matches', () => {
    const route = 'GET /wishes/never/answered'
    expect(() => checkAnswer({ ...getWish, route }, {})).toThrow('does not match its declaration')
    expect(answeredRoutes.has(route)).toBe(false)
    answeredRoutes.delete(getWish.route)
    checkAnswer(getWish, { id: 1 })
    expect(answeredRoutes.has(getWish.route)).toBe(true)
    answeredRoutes.delete(getWish.route)
  })
})

test('a part of the state has exactly its declared fields', () => {
  const fields = { wishes: v.array(v.number()) }
  expect(() => checkFields('State of wishes', fields, { wishes: [1] })).not.toThrow()
  expect(() => checkFields('State of wishes', fields, { wishes: [1], more: 1 })).toThrow(
    'State of wishes does not match its declaration: more: ',
  )
  expect(() => checkFields('State of wishes', fields, { wishes: ['1'] })).toThrow(
    'State of wishes does not match its declaration: wishes.0: ',
  )
})

describe('an event', () => {
  const queue = { user_id: 7 } as Queue
  const encoded = (kind: Partial<AnyEventKind>, facts: object, check_declarations = true) => {
    const whole = bareEvent({ type: 'wish', op: 'add', fields: { wish: v.string() }, ...kind })
    const reader = new EventReader(() => ({ config: { check_declarations } }), {} as EventLog, new Map())
    return reader.encode(
      { id: 3, kind: whole, facts, audience: { parts: [] }, characters: 0, encodings: new Map() },
      queue,
    )
  }

  test('has its type, op, id and declared fields', () => {
    expect(encoded({}, { wish: 'a' })).toBe('{"type":"wish","op":"add","id":3,"wish":"a"}')
    expect(encoded({ op: undefined }, { wish: 'a' })).toBe('{"type":"wish","id":3,"wish":"a"}')
  })

  test('has personal fields only as declared', () => {
    const fields = { wish: v.string(), mine: v.boolean() }
    const json = encoded({ fields, personal: (_, __, { user_id }) => ({ mine: user_id === 7 }) }, { wish: 'a' })
    expect(json).toBe('{"type":"wish","op":"add","id":3,"wish":"a","mine":true}')
    expect(() => encoded({ personal: () => ({ mine: true }) }, { wish: 'a' })).toThrow(
      'Event wish/add does not match its declaration: mine: ',
    )
    expect(() => encoded({ fields }, { wish: 'a' })).toThrow('Event wish/add does not match its declaration: mine: ')
  })

  test.each<[string, Partial<AnyEventKind>, object]>([
    ['an undeclared field', {}, { wish: 'a', secret: 1 }],
    ['a missing field', {}, {}],
    ['a wrong field', {}, { wish: 1 }],
    ['another type of its own', { encode: () => ({ type: 'gift', wish: 'a' }) }, {}],
  ])('may not say %s', (_, kind, facts) => {
    expect(() => encoded(kind, facts)).toThrow('Event wish/add does not match its declaration: ')
    expect(() => encoded(kind, facts, false)).not.toThrow()
  })

  test('is not checked if the client does not receive it', () => {
    expect(encoded({ accepts: () => false }, { nonsense: true })).toBeUndefined()
  })
})
