import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { succeeded, type FieldValue } from '../support/person'
import {
  SHORT,
  LONG,
  SELECT,
  USERS,
  ACCOUNT,
  CHOICES,
  newField,
  fieldsOf,
  setValue,
  valuesOf,
  valueChanged,
} from '../support/profile-fields'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'

describe('POST /realm/profile_fields', () => {
  test('a field may help to find users: use_for_user_matching', async () => {
    const { ada, ezra } = await freshRealm()
    const id = await newField(ada, 'Nickname', { use_for_user_matching: true })
    const matching = async () =>
      (await fieldsOf(ezra)).find((field: { id: number }) => field.id === id)!.use_for_user_matching
    expect(await matching()).toBe(true)
    succeeded(await ada.patch(`/realm/profile_fields/${id}`, { use_for_user_matching: false }))
    expect(await matching()).toBe(false)
    expect(await ezra.patch(`/realm/profile_fields/${id}`, { use_for_user_matching: true })).toMatchObject({
      result: 'error',
    })
  })

  test('an administrator creates a field, and all users receive all fields in their order', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const first = await newField(ada, 'Phone', { hint: 'With its country', required: true })
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const field = { name: ' Drink ', field_type: SELECT, field_data: CHOICES, display_in_profile_summary: true }
      expect(await ben.post('/realm/profile_fields', field)).toEqual({ ...SUCCESS, id: first + 1 })
    })
    const plain = { hint: '', field_data: '', required: false, editable_by_user: true, use_for_user_matching: false }
    const fields = [
      { ...plain, id: first, type: SHORT, order: 0, name: 'Phone', hint: 'With its country', required: true },
      { ...plain, id: first + 1, type: SELECT, order: 1, name: 'Drink', field_data: JSON.stringify(CHOICES) },
    ].map((field, index) => ({ ...field, display_in_profile_summary: index === 1 }))
    expect(toEzra!.plain).toEqual([{ type: 'custom_profile_fields', fields }])
    expect(await fieldsOf(ezra)).toEqual(fields)
    expect((await ezra.registers()).state).toMatchObject({
      custom_profile_fields: fields,
      custom_profile_field_types: { SHORT_TEXT: { id: 1, name: 'Short text' }, PRONOUNS: { id: 8 } },
      realm_default_external_accounts: { github: { url_pattern: 'https://github.com/%(username)s' } },
    })
  })

  test('a field for a default external account takes the name of the account', async () => {
    const { ada } = await freshRealm()
    await newField(ada, '', { field_type: ACCOUNT, field_data: { subtype: 'github' } })
    expect(await fieldsOf(ada)).toMatchObject([{ name: 'GitHub', hint: '', field_data: '{"subtype":"github"}' }])
  })

  const custom = (url_pattern?: string) => ({ field_type: ACCOUNT, field_data: { subtype: 'custom', url_pattern } })
  const WRONG: [Record<string, FieldValue>, string][] = [
    [{ name: '' }, 'Label cannot be blank.'],
    [{ name: '   ' }, 'Label cannot be blank.'],
    [{ name: 'Phone' }, 'A field with that label already exists.'],
    [{ name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ field_type: 0 }, 'Invalid field type.'],
    [{ field_type: 9 }, 'Invalid field type.'],
    [{ field_type: 'x' }, 'field_type is not valid JSON'],
    [{ field_type: SELECT }, 'Field must have at least one choice.'],
    [{ field_type: SELECT, field_data: {} }, 'Field must have at least one choice.'],
    [{ field_type: SELECT, field_data: 'x' }, 'field_data is not valid JSON'],
    [{ field_type: SELECT, field_data: { a: { text: ' ', order: '1' } } }, 'Choices cannot be blank.'],
    [{ field_type: SELECT, field_data: { ' ': { text: 'A', order: '1' } } }, 'Choices cannot be blank.'],
    [
      { field_type: SELECT, field_data: { a: { text: 'A', order: '1' }, b: { text: 'A', order: '2' } } },
      'Field must not have duplicate choices.',
    ],
    [
      { field_type: SELECT, field_data: { a: 'A' } },
      'Field data must be a list of options, each with a text and an order.',
    ],
    ...[{ text: 'A' }, { text: 1, order: '1' }, { text: 'A', order: 1 }].map(
      (a): [Record<string, FieldValue>, string] => [
        { field_type: SELECT, field_data: { a } },
        'Invalid field_data["a"]',
      ],
    ),
    [{ field_type: ACCOUNT }, 'Invalid external account type'],
    [{ field_type: ACCOUNT, field_data: { subtype: 'nowhere' } }, 'Invalid external account type'],
    [{ field_type: ACCOUNT, field_data: { subtype: 'toString' } }, 'Invalid external account type'],
    [{ field_type: ACCOUNT, field_data: { subtype: 'github', extra: '1' } }, 'Invalid external account type'],
    [custom(), 'Custom external account must define URL pattern'],
    [custom('https://example.com'), 'Malformed URL pattern.'],
    [custom('https://%(username)s.example.com/%(username)s'), 'Malformed URL pattern.'],
    [custom('javascript:alert(%(username)s)'), 'Malformed URL pattern.'],
    [custom('%(username)s'), 'Malformed URL pattern.'],
    [
      { field_type: USERS, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
  ]
  test('a long text may be in the summary of the profile', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newField(ada, 'About', { field_type: LONG, display_in_profile_summary: true })
    const fields = await fieldsOf(dov)
    expect(fields.find((field: { id: number }) => field.id === id)).toMatchObject({ display_in_profile_summary: true })
  })

  test('an invalid request is refused and changes nothing', async () => {
    const { ada, ezra } = await freshRealm()
    await newField(ada, 'Phone')
    await changesNothing([ada, ezra], async () => {
      for (const [wrong, msg] of WRONG) {
        const answer = await ada.post('/realm/profile_fields', { name: 'New', field_type: SHORT, ...wrong })
        expect(answer, JSON.stringify(wrong)).toEqual(refusal(msg))
      }
    })
  })

  test('only two fields are displayed in the profile summary', async () => {
    const { ada } = await freshRealm()
    const inSummary = { display_in_profile_summary: true }
    await newField(ada, 'One', inSummary)
    const second = await newField(ada, 'Two', inSummary)
    const third = await newField(ada, 'Three')
    const full = refusal('Only 2 custom profile fields can be displayed in the profile summary.')
    expect(await ada.post('/realm/profile_fields', { name: 'Four', field_type: SHORT, ...inSummary })).toEqual(full)
    expect(await ada.patch(`/realm/profile_fields/${third}`, inSummary)).toEqual(full)
    expect(await ada.patch(`/realm/profile_fields/${second}`, inSummary)).toEqual(SUCCESS)
    succeeded(await ada.patch(`/realm/profile_fields/${second}`, { display_in_profile_summary: false }))
    expect(await ada.patch(`/realm/profile_fields/${third}`, inSummary)).toEqual(SUCCESS)
  })

  test('only administrators create, change, reorder and delete fields', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newField(ben, 'Phone')
    await changesNothing([ada, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig]) {
        const answers = [
          await actor.post('/realm/profile_fields', { name: 'New', field_type: SHORT }),
          await actor.patch(`/realm/profile_fields/${id}`, { name: 'New' }),
          await actor.patch('/realm/profile_fields', { order: [id] }),
          await actor.delete(`/realm/profile_fields/${id}`),
        ]
        for (const answer of answers) expect(answer, actor.account.full_name).toEqual(ADMINISTRATORS_ONLY)
      }
    })
  })
})

describe('PATCH /realm/profile_fields/:field_id', () => {
  test('a new name leaves the values of a field as they are', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    succeeded(await setValue(dov, id, '+1 555'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const changes = { name: 'Telephone', hint: 'Yours', required: true, editable_by_user: false }
      expect(await ada.patch(`/realm/profile_fields/${id}`, changes)).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toMatchObject([
      { fields: [{ id, name: 'Telephone', hint: 'Yours', required: true, editable_by_user: false, type: SHORT }] },
    ])
    expect(await valuesOf(ezra, dov)).toMatchObject({ [id]: { value: '+1 555' } })
  })

  test('a deleted option is deleted from all values', async () => {
    const { ada, dov, cleo, ezra } = await freshRealm()
    const id = await newField(ada, 'Drink', { field_type: SELECT, field_data: CHOICES })
    succeeded(await setValue(dov, id, 'tea'))
    succeeded(await setValue(cleo, id, 'coffee'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      succeeded(await ada.patch(`/realm/profile_fields/${id}`, { field_data: { coffee: CHOICES.coffee } }))
    })
    expect(toEzra!.plain.slice(1)).toEqual([valueChanged(dov, { id, value: null })])
    expect(await valuesOf(ezra, dov)).toEqual({})
    expect(await valuesOf(ezra, cleo)).toEqual({ [id]: { value: 'coffee' } })
  })

  test('an invalid request is refused and changes nothing', async () => {
    const { ada, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    const list = await newField(ada, 'Drink', { field_type: SELECT, field_data: CHOICES })
    const github = await newField(ada, '', { field_type: ACCOUNT, field_data: { subtype: 'github' } })
    const wrong: [number, Record<string, FieldValue>, string][] = [
      [id, { name: ' ' }, 'Label cannot be blank.'],
      [id, { name: 'Drink' }, 'A field with that label already exists.'],
      [list, { field_data: {} }, 'Field must have at least one choice.'],
      [github, { name: 'Hub' }, 'Default custom field cannot be updated.'],
      [github, { hint: 'Yours' }, 'Default custom field cannot be updated.'],
      [github, { field_data: { subtype: 'gitlab' } }, 'Default custom field cannot be updated.'],
      [9999, { name: 'Other' }, 'Field id 9999 not found.'],
    ]
    await changesNothing([ada, ezra], async () => {
      for (const [field, changes, msg] of wrong)
        expect(await ada.patch(`/realm/profile_fields/${field}`, changes), msg).toEqual(refusal(msg))
    })
    expect(await ada.patch(`/realm/profile_fields/${github}`, { required: true })).toEqual(SUCCESS)
  })
})

describe('DELETE /realm/profile_fields/:field_id', () => {
  test('a field is deleted with all its values', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    const other = await newField(ada, 'Town')
    succeeded(await setValue(dov, id, '+1 555'))
    succeeded(await setValue(dov, other, 'Dover'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      expect(await ada.delete(`/realm/profile_fields/${id}`)).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toMatchObject([{ type: 'custom_profile_fields', fields: [{ id: other }] }])
    expect(Object.keys(await valuesOf(ezra, dov))).toEqual([String(other)])
    expect(await ada.delete(`/realm/profile_fields/${id}`)).toEqual(refusal(`Field id ${id} not found.`))
    expect(await newField(ada, 'Phone')).toBeGreaterThan(other)
  })
})

describe('PATCH /realm/profile_fields', () => {
  test('an administrator reorders all fields', async () => {
    const { ada, ezra } = await freshRealm()
    const [a, b, c] = [await newField(ada, 'A'), await newField(ada, 'B'), await newField(ada, 'C')]
    await receivedBy([ezra], async () => {
      expect(await ada.patch('/realm/profile_fields', { order: [c, a, b] })).toEqual(SUCCESS)
    })
    expect((await fieldsOf(ezra)).map(({ id }) => id)).toEqual([c, a, b])
    await changesNothing([ezra], async () => {
      for (const order of [[], [c, a], [c, a, a], [c, a, b, 9999], [c, a, 9999]])
        expect(await ada.patch('/realm/profile_fields', { order })).toEqual(refusal('Invalid order mapping.'))
    })
  })
})
