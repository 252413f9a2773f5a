import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dictionary, ids, integer, list, optional, shortText, text } from '../../src/api/params'
import { endpoints } from '../../src/catalogue'
import { unboundedIn } from '../support/parameter-bounds'

/** The cost of a request is limited only if each text, list and object in it is limited. */
test('each parameter of each endpoint has a maximum, and so has each of its parts', () => {
  const unbounded = endpoints.flatMap(({ route, params }) =>
    Object.entries(params).flatMap(([name, schema]) => unboundedIn(schema).map((place) => `${route}: ${name}${place}`)),
  )
  expect(unbounded).toEqual([])
})

describe('unboundedIn', () => {
  test.each<[string, v.GenericSchema]>([
    ['text', text(5)],
    ['text that is trimmed', v.pipe(v.string(), v.trim(), v.maxLength(5))],
    ['text that is trimmed after it is counted', v.pipe(text(5), v.trim())],
    ['a number, which needs no bound', integer()],
    ['a choice, which needs no bound', v.picklist(['a', 'b'])],
    ['ids', optional(ids(5))],
    ['a list of objects', list(v.object({ a: shortText(), b: v.nullable(integer()) }), 5)],
    ['an object of any keys', dictionary(text(5), v.boolean(), 5)],
  ])('finds the bound of %s', (_, schema) => expect(unboundedIn(schema)).toEqual([]))

  test.each<[string, v.GenericSchema, string[]]>([
    ['text', v.string(), ['']],
    ['text with only a minimum', v.pipe(v.string(), v.minLength(2)), ['']],
    ['optional text', optional(v.nullable(v.string())), ['']],
    ['a list', v.array(integer()), ['']],
    ['the items of a list', list(v.string(), 5), ['[]']],
    ['a list of bounded lists', v.array(ids(5)), ['']],
    ['part of an object', v.strictObject({ a: v.object({ b: v.string() }) }), ['.a.b']],
    ['part of a tuple', v.tuple([integer(), v.string()]), ['[1]']],
    ['one of several kinds', v.union([integer(), text(5), v.array(text(5))]), ['|2']],
    ['an object of any keys', v.record(v.string(), v.string()), ['', '{key}', '{value}']],
    ['anything', dictionary(text(5), v.unknown(), 5), ['{value}']],
    ['an object that keeps unknown keys', v.looseObject({ a: integer() }), ['']],
  ])('reports the missing bound of %s', (_, schema, places) => expect(unboundedIn(schema)).toEqual(places))
})
