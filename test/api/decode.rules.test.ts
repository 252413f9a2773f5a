import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { decode } from '../../src/api/decode'
import type { AnyEndpoint, Schemas } from '../../src/api/endpoint'
import { ApiError } from '../../src/api/errors'
import { isNestedTooDeeply } from '../../src/api/json-depth'
import {
  alias,
  aliasesOf,
  boolean,
  dictionary,
  ids,
  integer,
  isInteger,
  isText,
  list,
  mayBeText,
  naturalNumber,
  oneOf,
  optional,
  shortText,
  text,
} from '../../src/api/params'
import type { Fields } from '../../src/api/read-fields'

const taking = (params: Schemas): AnyEndpoint => ({
  kind: 'decision',
  route: 'POST /wishes',
  summary: 'Wish for something.',
  caller: { describes: 'anyone', needs: 'none', errors: [], refusal: () => undefined },
  params,
  returns: {},
  errors: [],
  decide: () => undefined,
})

type Sent = Record<string, string | File>
const fieldsOf = (fields: Sent): Fields => new Map(Object.entries(fields))

const decoded = (params: Schemas, fields: Sent, vendor = '') => decode(taking(params), fieldsOf(fields), {}, vendor)

function refusalOf(params: Schemas, fields: Sent): { code: string; msg: string; fields: object } {
  try {
    decoded(params, fields)
  } catch (error) {
    if (error instanceof ApiError) return error.refusal
    throw error
  }
  throw new Error('Nothing was refused')
}

const subscription = v.object({ name: shortText(), description: optional(shortText(), '') })
const recipient = v.union([integer(), list(integer(), 100), list(shortText(), 100), shortText()])
const lone = '\ud83d'

describe('a parameter is decoded', () => {
  test.each<[string, Schemas[string], string, unknown]>([
    ['text travels as it is', shortText(), 'lunch', 'lunch'],
    ['text that looks like JSON stays text', shortText(), '[1]', '[1]'],
    ['text that looks like a number stays text', shortText(), '5', '5'],
    ['text keeps its quotes', shortText(), '"lunch"', '"lunch"'],
    ['text may be empty', shortText(), '', ''],
    ['text keeps its spaces', shortText(), ' a ', ' a '],
    ['text keeps its line breaks', shortText(), 'a\r\nb\n', 'a\r\nb\n'],
    ['half a character stays for whoever checks names', shortText(), lone, lone],
    ['an integer', integer(), '5', 5],
    ['an integer below nothing', integer(), '-5', -5],
    ['an integer that JSON writes otherwise', integer(), '5.0', 5],
    ['an integer with spaces around it', integer(), ' 5 ', 5],
    ['nothing', naturalNumber(), '0', 0],
    ['true', boolean(), 'true', true],
    ['false', boolean(), 'false', false],
    ['a list', list(integer(), 100), '[1, 2]', [1, 2]],
    ['ids, each once', ids(3), '[2, 1, 2]', [2, 1]],
    ['an empty list', list(integer(), 100), '[]', []],
    ['a choice', oneOf(['public', 'private']), 'public', 'public'],
    ['a choice of numbers', oneOf([1, 2]), '2', 2],
    ['a dict', subscription, '{"name": "general"}', { name: 'general', description: '' }],
    ['null, where it may be', v.nullable(list(shortText(), 100)), 'null', null],
    ['an id, where an id or text may be', recipient, '7', 7],
    ['plain text, where an id or text may be', recipient, 'general', 'general'],
    ['quoted text, where an id or text may be', recipient, '"general"', 'general'],
    ['text that is no id', recipient, '7th floor', '7th floor'],
    ['ids, where ids or text may be', recipient, '[1,2]', [1, 2]],
    ['addresses, where addresses or text may be', recipient, '["a@b.c"]', ['a@b.c']],
    ['text that no kind fits but text', recipient, '{"a":1}', '{"a":1}'],
    ['a key that is every object’s own', v.record(shortText(), boolean()), '{"__proto__":true,"a":true}', { a: true }],
  ])('%s', (_, schema, raw, value) => {
    expect(decoded({ wish: schema }, { wish: raw }).params).toEqual({ wish: value })
  })

  test('to its default if the client omits it', () => {
    const params = {
      topic: optional(shortText()),
      before: optional(integer(), 5),
      types: optional(v.nullable(list(shortText(), 100)), null),
    }
    expect(decoded(params, {})).toEqual({ params: { topic: undefined, before: 5, types: null }, ignored: [] })
  })

  test('to a file if it is one', () => {
    const file = new File(['x'], 'x.txt')
    expect(decoded({ picture: v.instance(File) }, { picture: file }).params).toEqual({ picture: file })
  })
})

test('an emoji counts as one character', () => {
  expect(decoded({ wish: text(3) }, { wish: '🍲🍲🍲' }).params).toEqual({ wish: '🍲🍲🍲' })
})

describe('an error names the place of the wrong value', () => {
  const words = list(text(100), 100)

  test.each<[string, Schemas[string], string, string]>([
    ['invalid JSON', integer(), 'five', 'wish is not valid JSON'],
    ['an empty text for JSON', list(shortText(), 100), '', 'wish is not valid JSON'],
    ['True, as Python writes it', boolean(), 'True', 'wish is not valid JSON'],
    ['an unclosed list', list(integer(), 100), '[1', 'wish is not valid JSON'],
    ['text for an integer', integer(), '"5"', 'wish is not an integer'],
    ['a fraction for an integer', integer(), '1.5', 'wish is not an integer'],
    ['an integer too large to be exact', integer(), '9007199254740993', 'wish is not an integer'],
    ['infinity', integer(), '1e999', 'wish is not an integer'],
    ['null for an integer', integer(), 'null', 'wish is not an integer'],
    ['a negative number', naturalNumber(), '-1', 'wish is not a non-negative integer'],
    ['a number for a boolean', boolean(), '1', 'wish is not a boolean'],
    ['text for a list', list(shortText(), 100), '"a"', 'wish is not a list'],
    ['a dict for a list', list(shortText(), 100), '{}', 'wish is not a list'],
    ['text for a dict', subscription, '"a"', 'wish is not a dict'],
    ['a list for a dict of anything', v.record(shortText(), boolean()), '3', 'wish is not a dict'],
    ['a wrong item', list(integer(), 100), '[1, "a"]', 'wish[1] is not an integer'],
    ['a wrong item of two', v.tuple([shortText(), integer()]), '["a", "b"]', 'wish[1] is not an integer'],
    ['a long item', words, JSON.stringify(['a'.repeat(101)]), 'wish[0] is too long (limit: 100 characters)'],
    ['long text', text(3), 'abcd', 'wish is too long (limit: 3 characters)'],
    ['too many emoji', text(3), '🍲🍲🍲🍲', 'wish is too long (limit: 3 characters)'],
    ['a number for short text', list(text(3), 100), '[1234]', 'wish[0] is not a string'],
    ['a long list', list(integer(), 2), '[1,2,3]', 'wish is too long (limit: 2 items)'],
    ['a long list of wrong items', list(integer(), 2), '["a","b","c"]', 'wish is too long (limit: 2 items)'],
    ['a long list of ids', ids(2), '[1,1,1]', 'wish is too long (limit: 2 items)'],
    [
      'a list too long for both options',
      v.union([ids(2), list(text(9), 2)]),
      '[1,2,3]',
      'wish is too long (limit: 2 items)',
    ],
    ['text too long for its option', v.union([integer(), text(3)]), 'abcd', 'wish is too long (limit: 3 characters)'],
    [
      'a dict of many keys',
      dictionary(text(9), boolean(), 1),
      '{"a":true,"b":true}',
      'wish is too long (limit: 1 entries)',
    ],
    ['a long key', dictionary(text(1), boolean(), 9), '{"ab":true}', 'wish["ab"] is too long (limit: 1 characters)'],
    ['a missing key', subscription, '{}', 'name key is missing from wish'],
    ['a missing key in a list', list(subscription, 100), '[{"name":"a"},{}]', 'name key is missing from wish[1]'],
    ['a wrong value in a list', list(subscription, 100), '[{"name":5}]', 'wish[0]["name"] is not a string'],
    ['a wrong value in a dict', v.record(shortText(), boolean()), '{"a":1}', 'wish["a"] is not a boolean'],
    ['an unexpected key', v.strictObject({ a: integer() }), '{"a":1,"b":2}', 'b key is unexpected in wish'],
    ['an unknown option', oneOf(['public', 'private']), 'secret', 'Invalid wish'],
    ['an unknown number', oneOf([1, 2]), '3', 'Invalid wish'],
    ['an unknown option in a list', list(oneOf(['a', 'b']), 100), '["c"]', 'Invalid wish[0]'],
    ['a value that fits no option', v.union([integer(), list(integer(), 100)]), '"a"', 'Invalid wish'],
    ['a rule without a message', v.pipe(shortText(), v.regex(/^a/)), 'b', 'Invalid wish'],
    ['a rule with a message', v.pipe(shortText(), v.regex(/^a/, 'an a')), 'b', 'wish is not an a'],
  ])('%s', (_, schema, raw, msg) => {
    expect(refusalOf({ wish: schema }, { wish: raw })).toMatchObject({ code: 'BAD_REQUEST', msg, fields: {} })
  })

  test('a file instead of text', () => {
    const { msg } = refusalOf({ wish: shortText() }, { wish: new File(['x'], 'x.txt') })
    expect(msg).toBe('wish is not a string')
  })

  test('is short, even for a large value', () => {
    const { msg } = refusalOf({ wish: list(integer(), 50_000) }, { wish: JSON.stringify(Array(50_000).fill('a')) })
    expect(msg).toBe('wish[0] is not an integer')
  })

  test('is a normal error for a value nested 100,000 times', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(refusalOf({ wish: list(integer(), 100) }, { wish: deep }).msg).toBe('wish is not valid JSON')
  })
})

describe('the names of parameters', () => {
  const params = { topic: alias(shortText(), 'subject'), id: integer() }

  test('a missing parameter is named in the error', () => {
    expect(refusalOf(params, { id: '1' })).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'topic' argument",
      fields: { var_name: 'topic' },
    })
  })

  test('an older name is accepted', () => {
    expect(decoded(params, { subject: 'lunch', id: '1' })).toEqual({ params: { topic: 'lunch', id: 1 }, ignored: [] })
  })

  test('both names together are refused, even with equal values', () => {
    expect(refusalOf(params, { subject: 'lunch', topic: 'lunch', id: '1' })).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      fields: { var_name1: 'topic', var_name2: 'subject' },
    })
  })

  test('unknown parameters are returned as ignored', () => {
    const { ignored } = decoded(params, { topic: 'a', id: '1', client: 'bench', colour: 'red', __proto__x: '1' })
    expect(ignored).toEqual(['colour', '__proto__x'])
  })

  test('a value in the path overrides the same name in the query or form', () => {
    const { params: read } = decode(taking({ id: integer() }), fieldsOf({ id: '2' }), { id: '1' }, '')
    expect(read).toEqual({ id: 1 })
  })

  test('an option in the vendor’s spelling is decoded to the specification’s spelling', () => {
    const reaction = { reaction_type: oneOf(['unicode_emoji', 'svc_extra_emoji']), note: optional(shortText()) }
    const fields = { reaction_type: 'zulip_extra_emoji', note: 'zulip_note' }
    expect(decoded(reaction, fields, 'zulip').params).toEqual({ reaction_type: 'svc_extra_emoji', note: 'zulip_note' })
    expect(refusalOf(reaction, fields).msg).toBe('Invalid reaction_type')
  })
})

describe('the properties of a parameter', () => {
  test.each<[string, Schemas[string], boolean, boolean, boolean]>([
    ['text', shortText(), true, true, false],
    ['text with a rule', text(3), true, true, false],
    ['text with an older name', alias(shortText(), 'older'), true, true, false],
    ['text left out at will', optional(shortText(), 'a'), true, true, false],
    ['text or null', v.nullable(shortText()), true, true, false],
    ['one of several texts', oneOf(['a', 'b']), true, true, false],
    ['one text', v.literal('a'), true, true, false],
    ['an integer', integer(), false, false, true],
    ['an integer with a rule', optional(naturalNumber()), false, false, true],
    ['one of several numbers', oneOf([1, 2]), false, false, false],
    ['text or an integer', v.union([integer(), shortText()]), false, true, false],
    ['lists or integers', v.union([integer(), list(shortText(), 100)]), false, false, false],
    ['a list of texts', list(shortText(), 100), false, false, false],
    ['a boolean', boolean(), false, false, false],
  ])('%s', (_, schema, textual, maybeTextual, integral) => {
    expect([isText(schema), mayBeText(schema), isInteger(schema)]).toEqual([textual, maybeTextual, integral])
  })

  test('older names are found within optional and nullable schemas', () => {
    expect(aliasesOf(alias(optional(shortText()), 'a', 'b'))).toEqual(['a', 'b'])
    expect(aliasesOf(optional(alias(shortText(), 'a')))).toEqual(['a'])
    expect(aliasesOf(shortText())).toEqual([])
  })
})

describe('isNestedTooDeeply', () => {
  const within = (times: number, open = '[', close = ']') => open.repeat(times) + close.repeat(times)

  test.each<[string, boolean]>([
    ['1', false],
    [within(100), false],
    [within(101), true],
    [within(60, '{"a":[', ']}'), true],
    [`[${'[],'.repeat(1000)}1]`, false],
    [JSON.stringify('['.repeat(1000)), false],
    [JSON.stringify(`\\"${'{'.repeat(1000)}`), false],
    ['['.repeat(100_000), true],
  ])('%.30s…: %s', (json, expected) => {
    expect(isNestedTooDeeply(json)).toBe(expected)
  })
})
