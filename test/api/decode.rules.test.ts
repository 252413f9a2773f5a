import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { decode } from '../../src/api/decode'
import type { AnyEndpoint, Schemas } from '../../src/api/endpoint'
import { ApiError } from '../../src/api/errors'
import { isNestedTooDeeply } from '../../src/api/nesting'
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
  caller: { describes: 'anyone', needs: 'nobody', errors: [], refusal: () => undefined },
  params,
  returns: {},
  errors: [],
  decide: () => undefined,
})

type Given = Record<string, string | File>
const fieldsOf = (given: Given): Fields => new Map(Object.entries(given))

const decoded = (params: Schemas, given: Given, vendor = '') => decode(taking(params), fieldsOf(given), {}, vendor)

function refusalOf(params: Schemas, given: Given): { code: string; msg: string; fields: object } {
  try {
    decoded(params, given)
  } catch (error) {
    if (error instanceof ApiError) return error.refusal
    throw error
  }
  throw new Error('Nothing was refused')
}

const subscription = v.object({ name: shortText(), description: optional(shortText(), '') })
const recipient = v.union([integer(), list(integer(), 100), list(shortText(), 100), shortText()])
const lone = '\ud83d'

describe('what is sent becomes what is declared', () => {
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

  test('what is left out is what the declaration says', () => {
    const params = {
      topic: optional(shortText()),
      before: optional(integer(), 5),
      types: optional(v.nullable(list(shortText(), 100)), null),
    }
    expect(decoded(params, {})).toEqual({ params: { topic: undefined, before: 5, types: null }, ignored: [] })
  })

  test('a file is a file', () => {
    const file = new File(['x'], 'x.txt')
    expect(decoded({ picture: v.instance(File) }, { picture: file }).params).toEqual({ picture: file })
  })
})

test('an emoji is one character of however many a text may have', () => {
  expect(decoded({ wish: text(3) }, { wish: '🍲🍲🍲' }).params).toEqual({ wish: '🍲🍲🍲' })
})

describe('what does not fit is told with its place', () => {
  const words = list(text(100), 100)

  test.each<[string, Schemas[string], string, string]>([
    ['no JSON', integer(), 'five', 'wish is not valid JSON'],
    ['no JSON at all', list(shortText(), 100), '', 'wish is not valid JSON'],
    ['Python’s truth', boolean(), 'True', 'wish is not valid JSON'],
    ['a list left open', list(integer(), 100), '[1', 'wish is not valid JSON'],
    ['text for an integer', integer(), '"5"', 'wish is not an integer'],
    ['a fraction for an integer', integer(), '1.5', 'wish is not an integer'],
    ['an integer too large to be exact', integer(), '9007199254740993', 'wish is not an integer'],
    ['infinity', integer(), '1e999', 'wish is not an integer'],
    ['null for an integer', integer(), 'null', 'wish is not an integer'],
    ['less than nothing', naturalNumber(), '-1', 'wish is not a non-negative integer'],
    ['a number for a boolean', boolean(), '1', 'wish is not a boolean'],
    ['text for a list', list(shortText(), 100), '"a"', 'wish is not a list'],
    ['a dict for a list', list(shortText(), 100), '{}', 'wish is not a list'],
    ['text for a dict', subscription, '"a"', 'wish is not a dict'],
    ['a list for a dict of anything', v.record(shortText(), boolean()), '3', 'wish is not a dict'],
    ['a wrong item', list(integer(), 100), '[1, "a"]', 'wish[1] is not an integer'],
    ['a wrong item of two', v.tuple([shortText(), integer()]), '["a", "b"]', 'wish[1] is not an integer'],
    ['a long item', words, JSON.stringify(['a'.repeat(101)]), 'wish[0] is too long (limit: 100 characters)'],
    ['long text', text(3), 'abcd', 'wish is too long (limit: 3 characters)'],
    ['as many emoji', text(3), '🍲🍲🍲🍲', 'wish is too long (limit: 3 characters)'],
    ['a number for short text', list(text(3), 100), '[1234]', 'wish[0] is not a string'],
    ['a long list', list(integer(), 2), '[1,2,3]', 'wish is too long (limit: 2 items)'],
    ['a long list of wrong items', list(integer(), 2), '["a","b","c"]', 'wish is too long (limit: 2 items)'],
    ['a long list of ids', ids(2), '[1,1,1]', 'wish is too long (limit: 2 items)'],
    [
      'a list too long for each of two kinds',
      v.union([ids(2), list(text(9), 2)]),
      '[1,2,3]',
      'wish is too long (limit: 2 items)',
    ],
    [
      'text too long for one of two kinds',
      v.union([integer(), text(3)]),
      'abcd',
      'wish is too long (limit: 3 characters)',
    ],
    [
      'a dict of many keys',
      dictionary(text(9), boolean(), 1),
      '{"a":true,"b":true}',
      'wish is too long (limit: 1 entries)',
    ],
    ['a long key', dictionary(text(1), boolean(), 9), '{"ab":true}', 'wish["ab"] is too long (limit: 1 characters)'],
    ['a key missing', subscription, '{}', 'name key is missing from wish'],
    ['a key missing deep down', list(subscription, 100), '[{"name":"a"},{}]', 'name key is missing from wish[1]'],
    ['a wrong value deep down', list(subscription, 100), '[{"name":5}]', 'wish[0]["name"] is not a string'],
    ['a wrong value in a dict', v.record(shortText(), boolean()), '{"a":1}', 'wish["a"] is not a boolean'],
    ['a key too many', v.strictObject({ a: integer() }), '{"a":1,"b":2}', 'b key is unexpected in wish'],
    ['no choice', oneOf(['public', 'private']), 'secret', 'Invalid wish'],
    ['no choice of numbers', oneOf([1, 2]), '3', 'Invalid wish'],
    ['no choice deep down', list(oneOf(['a', 'b']), 100), '["c"]', 'Invalid wish[0]'],
    ['none of several kinds', v.union([integer(), list(integer(), 100)]), '"a"', 'Invalid wish'],
    ['a rule without words', v.pipe(shortText(), v.regex(/^a/)), 'b', 'Invalid wish'],
    ['a rule with words', v.pipe(shortText(), v.regex(/^a/, 'an a')), 'b', 'wish is not an a'],
  ])('%s', (_, schema, raw, msg) => {
    expect(refusalOf({ wish: schema }, { wish: raw })).toMatchObject({ code: 'BAD_REQUEST', msg, fields: {} })
  })

  test('a file where text should be', () => {
    const { msg } = refusalOf({ wish: shortText() }, { wish: new File(['x'], 'x.txt') })
    expect(msg).toBe('wish is not a string')
  })

  test('a complaint is no longer than it must be, however large the value', () => {
    const { msg } = refusalOf({ wish: list(integer(), 50_000) }, { wish: JSON.stringify(Array(50_000).fill('a')) })
    expect(msg).toBe('wish[0] is not an integer')
  })

  test('what is nested a hundred thousand deep is refused like anything else', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(refusalOf({ wish: list(integer(), 100) }, { wish: deep }).msg).toBe('wish is not valid JSON')
  })
})

describe('names', () => {
  const params = { topic: alias(shortText(), 'subject'), id: integer() }

  test('a required parameter left out is named', () => {
    expect(refusalOf(params, { id: '1' })).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'topic' argument",
      fields: { var_name: 'topic' },
    })
  })

  test('an older name will do', () => {
    expect(decoded(params, { subject: 'lunch', id: '1' })).toEqual({ params: { topic: 'lunch', id: 1 }, ignored: [] })
  })

  test('both names at once are refused, even if they agree', () => {
    expect(refusalOf(params, { subject: 'lunch', topic: 'lunch', id: '1' })).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      fields: { var_name1: 'topic', var_name2: 'subject' },
    })
  })

  test('what the endpoint does not know is named, and nothing else is', () => {
    const { ignored } = decoded(params, { topic: 'a', id: '1', client: 'bench', colour: 'red', __proto__x: '1' })
    expect(ignored).toEqual(['colour', '__proto__x'])
  })

  test('what the path says cannot be said otherwise', () => {
    const { params: read } = decode(taking({ id: integer() }), fieldsOf({ id: '2' }), { id: '1' }, '')
    expect(read).toEqual({ id: 1 })
  })

  test('a value under the vendor’s prefix is the one we know, where it must be one of several', () => {
    const reaction = { reaction_type: oneOf(['unicode_emoji', 'svc_extra_emoji']), note: optional(shortText()) }
    const given = { reaction_type: 'zulip_extra_emoji', note: 'zulip_note' }
    expect(decoded(reaction, given, 'zulip').params).toEqual({ reaction_type: 'svc_extra_emoji', note: 'zulip_note' })
    expect(refusalOf(reaction, given).msg).toBe('Invalid reaction_type')
  })
})

describe('the kinds of parameter', () => {
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

  test('older names are found under whatever is around them', () => {
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
