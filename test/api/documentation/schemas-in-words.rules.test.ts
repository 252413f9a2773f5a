import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { describedError } from '../../../src/api/documentation/errors'
import { jsonSchemaOf } from '../../../src/api/documentation/json-schema'
import { typeInWords } from '../../../src/api/documentation/type-in-words'
import { apiError, badRequest } from '../../../src/api/errors'
import { html } from '../../../src/api/html'
import { alias, boolean, dictionary, ids, integer, list, oneOf, shortText, text } from '../../../src/api/params'

describe('schemas and errors in the documentation', () => {
  test.each<[string, v.GenericSchema, object]>([
    [
      'a list, a text and a map have bounds',
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
    ['an integer has no bounds', integer(), { type: 'integer' }],
    [
      'an integer has the bounds that are declared',
      v.pipe(integer(), v.minValue(1), v.maxValue(9)),
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    ['a transformed value has the type that is sent', v.pipe(v.string(), v.transform(Number)), { type: 'string' }],
    ['a type that JSON Schema cannot express is any value', v.custom(() => true), {}],
    [
      'a check that JSON Schema cannot express is left out',
      v.pipe(
        v.string(),
        v.check(() => true),
      ),
      { type: 'string' },
    ],
    ['an older name is not a keyword', alias(v.string(), 'older'), { type: 'string' }],
    ['unknown is any value', v.unknown(), {}],
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

  test('an error has a message and fields, whatever the message does with the fields', () => {
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

  test('only the template is markup; values are escaped', () => {
    const name = `<img src=x onerror="alert('&')">`
    const { markup } = html`<p title="${name}">${name}${undefined}${5}${[html`<b>${'<'}</b>`]}</p>`
    const escaped = '&#60;img src=x onerror=&#34;alert(&#39;&#38;&#39;)&#34;&#62;'
    expect(markup).toBe(`<p title="${escaped}">${escaped}5<b>&#60;</b></p>`)
  })
})
