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
  caller: { describes: 'anyone', needs: 'nobody', errors: [], refusal: () => undefined },
  params: {},
  returns: { id: v.number(), note: v.optional(v.string()) },
  errors: [],
  decide: () => undefined,
}

describe('an answer', () => {
  test.each<[string, object]>([
    ['with all fields', { id: 1, note: 'a' }],
    ['without what may be left out', { id: 1 }],
    ['with what JSON leaves out', { id: 1, note: undefined }],
  ])('%s fits', (_, body) => {
    expect(() => checkAnswer(getWish, body)).not.toThrow()
  })

  test.each<[string, object, string]>([
    ['without a field', {}, 'GET /wishes/of/this/test/only answers id: '],
    ['with a field too many', { id: 1, colour: 'red' }, 'GET /wishes/of/this/test/only answers colour: '],
    ['with a wrong field', { id: '1' }, 'GET /wishes/of/this/test/only answers id: '],
    ['with what is a number no longer when it travels', { id: NaN }, 'GET /wishes/of/this/test/only answers id: '],
  ])('%s does not', (_, body, complaint) => {
    expect(() => checkAnswer(getWish, body)).toThrow(complaint)
  })

  test('may have more fields where its endpoint says so', () => {
    expect(() => checkAnswer({ ...getWish, returnsMore: true }, { id: 1, colour: 'red' })).not.toThrow()
  })

  test('is counted only if it fits', () => {
    const route = 'GET /wishes/never/answered'
    expect(() => checkAnswer({ ...getWish, route }, {})).toThrow('against its declaration')
    expect(answeredRoutes.has(route)).toBe(false)
    answeredRoutes.delete(getWish.route)
    checkAnswer(getWish, { id: 1 })
    expect(answeredRoutes.has(getWish.route)).toBe(true)
    answeredRoutes.delete(getWish.route)
  })
})

test('a part of the state may say what it declares and nothing else', () => {
  const fields = { wishes: v.array(v.number()) }
  expect(() => checkFields('State of wishes', fields, { wishes: [1] })).not.toThrow()
  expect(() => checkFields('State of wishes', fields, { wishes: [1], more: 1 })).toThrow('State of wishes says more: ')
  expect(() => checkFields('State of wishes', fields, { wishes: ['1'] })).toThrow('State of wishes says wishes.0: ')
})

describe('an event', () => {
  const queue = { user_id: 7 } as Queue
  const encoded = (kind: Partial<AnyEventKind>, facts: object, check_declarations = true) => {
    const whole = bareEvent({ type: 'wish', op: 'add', fields: { wish: v.string() }, ...kind })
    const reader = new EventReader(() => ({ config: { check_declarations } }), {} as EventLog, new Map())
    return reader.encode({ id: 3, kind: whole, facts, audience: { parts: [] }, encodings: new Map() }, queue)
  }

  test('says its type, its op, its id and what it declares', () => {
    expect(encoded({}, { wish: 'a' })).toBe('{"type":"wish","op":"add","id":3,"wish":"a"}')
    expect(encoded({ op: undefined }, { wish: 'a' })).toBe('{"type":"wish","id":3,"wish":"a"}')
  })

  test('says each person’s own part as declared too', () => {
    const fields = { wish: v.string(), mine: v.boolean() }
    const told = encoded({ fields, personal: (_, __, { user_id }) => ({ mine: user_id === 7 }) }, { wish: 'a' })
    expect(told).toBe('{"type":"wish","op":"add","id":3,"wish":"a","mine":true}')
    expect(() => encoded({ personal: () => ({ mine: true }) }, { wish: 'a' })).toThrow('Event wish/add says mine: ')
    expect(() => encoded({ fields }, { wish: 'a' })).toThrow('Event wish/add says mine: ')
  })

  test.each<[string, Partial<AnyEventKind>, object]>([
    ['a field too many', {}, { wish: 'a', secret: 1 }],
    ['a field too few', {}, {}],
    ['a wrong field', {}, { wish: 1 }],
    ['another type of its own', { encode: () => ({ type: 'gift', wish: 'a' }) }, {}],
  ])('may not say %s', (_, kind, facts) => {
    expect(() => encoded(kind, facts)).toThrow('Event wish/add says ')
    expect(() => encoded(kind, facts, false)).not.toThrow()
  })

  test('that is withheld is not looked at', () => {
    expect(encoded({ accepts: () => false }, { nonsense: true })).toBeUndefined()
  })
})
