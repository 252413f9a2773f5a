import { describe, expect, test } from 'vitest'
import { encodeMembers, hasJsonText, jsonList, JsonText, type Piece } from '../../src/api/json-text'
import { NamedTexts, SharedText } from '../../src/api/shared-text'

describe('encodeMembers', () => {
  const LONG = jsonList(Array.from({ length: 500 }, (_, nth) => String(nth)))
  const SHARED = new SharedText(() => '"shared"', 0)

  const textOf = (pieces: readonly Piece[], texts: NamedTexts): string =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece
        return 'json' in piece ? piece.json : texts.textWith(piece.digest)
      })
      .join('')

  test.for<[string, object]>([
    ['no field', {}],
    ['values only', { a: 1, b: 'x"y', c: [null] }],
    ['a short text', { a: new JsonText('{"x":1}'), b: 2 }],
    ['a long text first', { a: LONG, b: 2 }],
    ['a long text last', { b: 2, a: LONG }],
    ['long texts beside each other', { a: LONG, b: LONG, c: undefined }],
    ['a field without a value first', { a: undefined, b: LONG, c: 3 }],
    ['shared texts', { a: jsonList([SHARED, '2', new JsonText('[', SHARED, ']'), SHARED]), b: 2 }],
    ['a shared text only', { a: jsonList(['', SHARED, '']) }],
  ])('joins to the JSON of an object with %s', ([_, fields]) => {
    const texts = new NamedTexts()
    const json = textOf(encodeMembers(fields, texts), texts)
    expect(JSON.parse(`{${json}}`)).toEqual(JSON.parse(JSON.stringify(fields)))
  })

  test('a long text is a piece of its own', () => {
    expect(encodeMembers({ a: 1, b: LONG, c: 3 }, new NamedTexts())).toEqual([
      '"a":1,"b":',
      { json: LONG.json },
      ',"c":3',
    ])
  })

  test('a shared text is named by its digest', () => {
    expect(encodeMembers({ a: 1, b: jsonList(['7', SHARED]) }, new NamedTexts())).toEqual([
      '"a":1,"b":[7,',
      { digest: SHARED.digest },
      ']',
    ])
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
