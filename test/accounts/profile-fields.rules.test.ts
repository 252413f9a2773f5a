import { describe, expect, test } from 'vitest'
import {
  isUrl,
  refusalOfFieldData,
  storedFieldData,
  type FieldData,
} from '../../src/domain/accounts/profile-fields/field-data-rules'
import { FIELD_TYPES, type FieldType, type ProfileField } from '../../src/domain/accounts/profile-fields/profile-field'
import {
  findDefaultAccount,
  MAX_FIELDS,
  refusalOfField,
  refusalOfMoreFields,
  refusalOfOrder,
} from '../../src/domain/accounts/profile-fields/rules'
import {
  isRendered,
  refusalOfValue,
  storedValueOf,
  type FieldValue,
} from '../../src/domain/accounts/profile-fields/value-rules'

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL, USER, EXTERNAL_ACCOUNT, PRONOUNS } = FIELD_TYPES

const field = (id: number, type: FieldType, changes: Partial<ProfileField> = {}): ProfileField => ({
  id,
  type,
  order: id,
  name: `Field ${id}`,
  hint: '',
  field_data: '',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
  use_for_user_matching: false,
  ...changes,
})

describe('refusalOfField, refusalOfMoreFields and refusalOfOrder', () => {
  const inSummary = { display_in_profile_summary: true }
  const others = [field(1, SHORT_TEXT.id, inSummary), field(2, SHORT_TEXT.id)]

  test.for<[string, Partial<ProfileField>, string | undefined]>([
    ['a new name', { name: 'Phone' }, undefined],
    ['no name', { name: '' }, 'Label cannot be blank.'],
    ['the name of another field', { name: 'Field 2' }, 'A field with that label already exists.'],
    ['a second field in the summary', inSummary, undefined],
    ['a long text in the summary', { ...inSummary, type: LONG_TEXT.id }, undefined],
    [
      'a list of users in the summary',
      { ...inSummary, type: USER.id },
      'Field type not supported for display in profile summary.',
    ],
  ])('%s', ([, changes, msg]) => {
    expect(refusalOfField({ ...field(3, SHORT_TEXT.id, changes), data: {} }, others)?.refusal.msg).toBe(msg)
  })

  test('the summary has at most two fields', () => {
    const full = [...others, field(4, SHORT_TEXT.id, inSummary)]
    expect(refusalOfField({ ...field(3, SHORT_TEXT.id, inSummary), data: {} }, full)?.refusal.msg).toBe(
      'Only 2 custom profile fields can be displayed in the profile summary.',
    )
  })

  test('an organization has at most a hundred fields', () => {
    const fields = Array.from({ length: MAX_FIELDS }, (_, id) => field(id, SHORT_TEXT.id))
    expect(refusalOfMoreFields(fields.slice(1))).toBeUndefined()
    expect(refusalOfMoreFields(fields)?.refusal.msg).toBe('An organization can have no more than 100 profile fields.')
  })

  test('an order has each field once', () => {
    expect(refusalOfOrder([2, 1], others)).toBeUndefined()
    for (const order of [[], [1], [1, 1], [1, 2, 3], [1, 3]])
      expect(refusalOfOrder(order, others)?.refusal.msg).toBe('Invalid order mapping.')
  })
})

describe('refusalOfFieldData and storedFieldData', () => {
  const custom = (url_pattern: string) => ({ subtype: 'custom', url_pattern })
  test.for<[FieldType, FieldData, string | undefined]>([
    [SELECT.id, { tea: { text: 'Tea', order: '1' } }, undefined],
    [SELECT.id, {}, 'Field must have at least one choice.'],
    [SELECT.id, { tea: 'Tea' }, 'Field data must be a list of options, each with a text and an order.'],
    [SELECT.id, { tea: { text: ' ', order: '1' } }, 'Choices cannot be blank.'],
    [
      SELECT.id,
      { tea: { text: 'Tea', order: '1' }, chai: { text: 'Tea', order: '2' } },
      'Field must not have duplicate choices.',
    ],
    [
      SELECT.id,
      { tea: { text: 'x'.repeat(10_000), order: '1' } },
      'Field data must not be longer than 10000 characters.',
    ],
    [EXTERNAL_ACCOUNT.id, { subtype: 'github' }, undefined],
    [EXTERNAL_ACCOUNT.id, { subtype: 'toString' }, 'Invalid external account type'],
    [EXTERNAL_ACCOUNT.id, { subtype: 'custom' }, 'Custom external account must define URL pattern'],
    [EXTERNAL_ACCOUNT.id, custom('https://example.com/%(username)s'), undefined],
    [EXTERNAL_ACCOUNT.id, custom('https://example.com'), 'Malformed URL pattern.'],
    [EXTERNAL_ACCOUNT.id, custom('javascript:%(username)s'), 'Malformed URL pattern.'],
    [SHORT_TEXT.id, {}, undefined],
  ])('type %i with %j: %s', ([type, data, msg]) => {
    expect(refusalOfFieldData(type, data)?.refusal.msg).toBe(msg)
  })

  test('only lists of options and external accounts store field data', () => {
    expect(storedFieldData(EXTERNAL_ACCOUNT.id, { subtype: 'github' })).toBe('{"subtype":"github"}')
    expect(storedFieldData(SHORT_TEXT.id, { subtype: 'github' })).toBe('')
  })

  test('only a default external account gives its name to the field', () => {
    expect(findDefaultAccount(EXTERNAL_ACCOUNT.id, { subtype: 'github' })).toMatchObject({ name: 'GitHub' })
    for (const subtype of ['custom', 'toString'])
      expect(findDefaultAccount(EXTERNAL_ACCOUNT.id, { subtype })).toBeUndefined()
    expect(findDefaultAccount(SHORT_TEXT.id, { subtype: 'github' })).toBeUndefined()
  })
})

describe('refusalOfValue and storedValueOf', () => {
  const options = JSON.stringify({ tea: { text: 'Tea', order: '1' } })
  test.for<[FieldType, FieldValue, string | undefined]>([
    [SHORT_TEXT.id, 'x'.repeat(50), undefined],
    [SHORT_TEXT.id, 'x'.repeat(51), 'Field 1 is too long (limit: 50 characters)'],
    [SHORT_TEXT.id, [1], 'Field 1 is not a string'],
    [LONG_TEXT.id, 'x'.repeat(501), 'Field 1 is too long (limit: 500 characters)'],
    [SELECT.id, 'tea', undefined],
    [SELECT.id, 'toString', "'toString' is not a valid choice for 'Field 1'."],
    [DATE.id, '2000-02-29', undefined],
    [DATE.id, '2001-02-29', 'Field 1 is not a date'],
    [URL.id, 'https://example.com', undefined],
    [URL.id, 'javascript:alert(1)', 'Field 1 is not a URL'],
    [USER.id, [7], undefined],
    [USER.id, [7, 8], 'Invalid user ID: 8'],
    [USER.id, '7', 'Field 1 is not a list'],
    [DATE.id, null, undefined],
    [DATE.id, '', undefined],
  ])('type %i with the value %j: %s', ([type, value, msg]) => {
    const refusal = refusalOfValue(field(1, type, { field_data: options }), value, (user_id) => user_id === 7)
    expect(refusal?.refusal.msg).toBe(msg)
  })

  test('an empty value deletes, and a user is stored once', () => {
    for (const value of [null, '', []]) expect(storedValueOf(value)).toBeUndefined()
    expect(storedValueOf('tea')).toBe('tea')
    expect(storedValueOf([7, 8, 7])).toBe('[7,8]')
  })

  test('only texts are Markdown', () => {
    for (const type of [SHORT_TEXT.id, LONG_TEXT.id]) expect(isRendered(field(1, type))).toBe(true)
    for (const type of [SELECT.id, DATE.id, URL.id, USER.id, EXTERNAL_ACCOUNT.id, PRONOUNS.id])
      expect(isRendered(field(1, type))).toBe(false)
  })

  test('a URL has a host, no spaces, and is of HTTP', () => {
    for (const url of ['https://example.com/a?b#c', 'http://example.com']) expect(isUrl(url)).toBe(true)
    for (const url of ['example.com', 'ftp://example.com', 'https://', 'https://exa mple.com', ' https://example.com'])
      expect(isUrl(url)).toBe(false)
  })
})
