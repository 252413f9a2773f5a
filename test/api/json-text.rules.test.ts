import { describe, expect, test } from 'vitest'
import { encodeMembers, hasJsonText, jsonList, JsonText } from '../../src/api/json-text'

describe('encodeMembers', () => {
  const LONG = jsonList(Array.from({ length: 500 }, (_, nth) => String(nth)))

  test.for<[string, object]>([
    ['no field', {}],
    ['values only', { a: 1, b: 'x"y', c: [null] }],
    ['a short text', { a: new JsonText('{"x":1}'), b: 2 }],
    ['a long text first', { a: LONG, b: 2 }],
    ['a long text last', { b: 2, a: LONG }],
    ['long texts beside each other', { a: LONG, b: LONG, c: undefined }],
    ['a field without a value first', { a: undefined, b: LONG, c: 3 }],
  ])('joins to the JSON of an object with %s', ([_, fields]) => {
    expect(JSON.parse(`{${encodeMembers(fields).join('')}}`)).toEqual(JSON.parse(JSON.stringify(fields)))
  })

  test('a long text is a piece of its own', () => {
    expect(encodeMembers({ a: 1, b: LONG, c: 3 })).toEqual(['"a":1,"b":', LONG.json, ',"c":3'])
  })
})

test.for<[unknown, boolean]>([
  [{ a: jsonList([]) }, true],
  [{ a: [jsonList([])] }, false],
  [{}, false],
  [undefined, false],
  [null, false],
  ['text', false],
])('hasJsonText of %j', ([decision, expected]) => expect(hasJsonText(decision)).toBe(expected))
