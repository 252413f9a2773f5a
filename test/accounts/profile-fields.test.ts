import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_BOTS, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'

const SHORT = 1
const LONG = 2
const SELECT = 3
const DATE = 4
const LINK = 5
const USERS = 6
const ACCOUNT = 7
const PRONOUNS = 8

const CHOICES = { tea: { text: 'Tea', order: '1' }, coffee: { text: 'Coffee', order: '2' } }

const newField = async (actor: Person, name: string, more: Record<string, FieldValue> = {}): Promise<number> =>
  succeeded(await actor.post('/realm/profile_fields', { name, field_type: SHORT, ...more })).id
const fieldsSeenBy = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/realm/profile_fields')).custom_fields
const say = (person: Person, id: number, value: FieldValue): Promise<Json> =>
  person.patch('/users/me/profile_data', { data: [{ id, value }] })
const saidBy = async (asker: Person, who: Person): Promise<Json> =>
  succeeded(await asker.get(`/users/${who.id}`, { include_custom_profile_fields: true })).user.profile_data
const told = (who: Person, custom_profile_field: object) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: who.id, custom_profile_field },
})

describe('POST /realm/profile_fields', () => {
  test('an administrator lets people say one more thing, and everyone hears of all of them, in their order', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const first = await newField(ada, 'Phone', { hint: 'With its country', required: true })
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const wished = { name: ' Drink ', field_type: SELECT, field_data: CHOICES, display_in_profile_summary: true }
      expect(await ben.post('/realm/profile_fields', wished)).toEqual({ ...SUCCESS, id: first + 1 })
    })
    const plain = { hint: '', field_data: '', required: false, editable_by_user: true, use_for_user_matching: false }
    const fields = [
      { ...plain, id: first, type: SHORT, order: 0, name: 'Phone', hint: 'With its country', required: true },
      { ...plain, id: first + 1, type: SELECT, order: 1, name: 'Drink', field_data: JSON.stringify(CHOICES) },
    ].map((field, nth) => ({ ...field, display_in_profile_summary: nth === 1 }))
    expect(toEzra!.plain).toEqual([{ type: 'custom_profile_fields', fields }])
    expect(await fieldsSeenBy(ezra)).toEqual(fields)
    expect((await ezra.registers()).state).toMatchObject({
      custom_profile_fields: fields,
      custom_profile_field_types: { SHORT_TEXT: { id: 1, name: 'Short text' }, PRONOUNS: { id: 8 } },
      realm_default_external_accounts: { github: { url_pattern: 'https://github.com/%(username)s' } },
    })
  })

  test('a field of a known account elsewhere takes its name from there', async () => {
    const { ada } = await freshRealm()
    await newField(ada, '', { field_type: ACCOUNT, field_data: { subtype: 'github' } })
    expect(await fieldsSeenBy(ada)).toMatchObject([{ name: 'GitHub', hint: '', field_data: '{"subtype":"github"}' }])
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
    [{ field_type: ACCOUNT, field_data: { subtype: 'github', more: '1' } }, 'Invalid external account type'],
    [custom(), 'Custom external account must define URL pattern'],
    [custom('https://example.com'), 'Malformed URL pattern.'],
    [custom('https://%(username)s.example.com/%(username)s'), 'Malformed URL pattern.'],
    [custom('javascript:alert(%(username)s)'), 'Malformed URL pattern.'],
    [custom('%(username)s'), 'Malformed URL pattern.'],
    [
      { field_type: LONG, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [
      { field_type: USERS, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
  ]
  test('what is wrong is refused, and nothing changes', async () => {
    const { ada, ezra } = await freshRealm()
    await newField(ada, 'Phone')
    await changesNothing([ada, ezra], async () => {
      for (const [wrong, msg] of WRONG) {
        const answer = await ada.post('/realm/profile_fields', { name: 'New', field_type: SHORT, ...wrong })
        expect(answer, JSON.stringify(wrong)).toEqual(refusal(msg))
      }
    })
  })

  test('only two are shown in short', async () => {
    const { ada } = await freshRealm()
    const inShort = { display_in_profile_summary: true }
    await newField(ada, 'One', inShort)
    const second = await newField(ada, 'Two', inShort)
    const third = await newField(ada, 'Three')
    const full = refusal('Only 2 custom profile fields can be displayed in the profile summary.')
    expect(await ada.post('/realm/profile_fields', { name: 'Four', field_type: SHORT, ...inShort })).toEqual(full)
    expect(await ada.patch(`/realm/profile_fields/${third}`, inShort)).toEqual(full)
    expect(await ada.patch(`/realm/profile_fields/${second}`, inShort)).toEqual(SUCCESS)
    succeeded(await ada.patch(`/realm/profile_fields/${second}`, { display_in_profile_summary: false }))
    expect(await ada.patch(`/realm/profile_fields/${third}`, inShort)).toEqual(SUCCESS)
  })

  test('administrators make, change, order and delete fields, and nobody below them does', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newField(ben, 'Phone')
    await changesNothing([ada, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig]) {
        const refused = [
          await actor.post('/realm/profile_fields', { name: 'New', field_type: SHORT }),
          await actor.patch(`/realm/profile_fields/${id}`, { name: 'New' }),
          await actor.patch('/realm/profile_fields', { order: [id] }),
          await actor.delete(`/realm/profile_fields/${id}`),
        ]
        for (const answer of refused) expect(answer, actor.account.full_name).toEqual(ADMINISTRATORS_ONLY)
      }
    })
  })
})

describe('PATCH /realm/profile_fields/:field_id', () => {
  test('what a field is called changes, and what was said in it stays', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    succeeded(await say(dov, id, '+1 555'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const changes = { name: 'Telephone', hint: 'Yours', required: true, editable_by_user: false }
      expect(await ada.patch(`/realm/profile_fields/${id}`, changes)).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toMatchObject([
      { fields: [{ id, name: 'Telephone', hint: 'Yours', required: true, editable_by_user: false, type: SHORT }] },
    ])
    expect(await saidBy(ezra, dov)).toMatchObject({ [id]: { value: '+1 555' } })
  })

  test('an option that is gone is nobody’s choice any more', async () => {
    const { ada, dov, cleo, ezra } = await freshRealm()
    const id = await newField(ada, 'Drink', { field_type: SELECT, field_data: CHOICES })
    succeeded(await say(dov, id, 'tea'))
    succeeded(await say(cleo, id, 'coffee'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      succeeded(await ada.patch(`/realm/profile_fields/${id}`, { field_data: { coffee: CHOICES.coffee } }))
    })
    expect(toEzra!.plain.slice(1)).toEqual([told(dov, { id, value: null })])
    expect(await saidBy(ezra, dov)).toEqual({})
    expect(await saidBy(ezra, cleo)).toEqual({ [id]: { value: 'coffee' } })
  })

  test('what is wrong is refused, and nothing changes', async () => {
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
  test('the field goes, and all that was said in it', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    const other = await newField(ada, 'Town')
    succeeded(await say(dov, id, '+1 555'))
    succeeded(await say(dov, other, 'Dover'))
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      expect(await ada.delete(`/realm/profile_fields/${id}`)).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toMatchObject([{ type: 'custom_profile_fields', fields: [{ id: other }] }])
    expect(Object.keys(await saidBy(ezra, dov))).toEqual([String(other)])
    expect(await ada.delete(`/realm/profile_fields/${id}`)).toEqual(refusal(`Field id ${id} not found.`))
    expect(await newField(ada, 'Phone')).toBeGreaterThan(other)
  })
})

describe('PATCH /realm/profile_fields', () => {
  test('fields are put into another order, all of them', async () => {
    const { ada, ezra } = await freshRealm()
    const [a, b, c] = [await newField(ada, 'A'), await newField(ada, 'B'), await newField(ada, 'C')]
    await receivedBy([ezra], async () => {
      expect(await ada.patch('/realm/profile_fields', { order: [c, a, b] })).toEqual(SUCCESS)
    })
    expect((await fieldsSeenBy(ezra)).map(({ id }) => id)).toEqual([c, a, b])
    await changesNothing([ezra], async () => {
      for (const order of [[], [c, a], [c, a, a], [c, a, b, 9999], [c, a, 9999]])
        expect(await ada.patch('/realm/profile_fields', { order })).toEqual(refusal('Invalid order mapping.'))
    })
  })
})

describe('PATCH /users/me/profile_data', () => {
  test('somebody says things of themselves, Markdown is rendered, and everyone hears of each', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const phone = await newField(ada, 'Phone')
    const story = await newField(ada, 'Story', { field_type: LONG })
    const friends = await newField(ada, 'Friends', { field_type: USERS })
    const [toEzra] = await receivedBy([ezra, dov, ada], async () => {
      const data = [
        { id: phone, value: '**+1** 555' },
        { id: story, value: 'Of *old*' },
        { id: friends, value: [ada.id, ezra.id, ada.id] },
      ]
      expect(await dov.patch('/users/me/profile_data', { data })).toEqual(SUCCESS)
    })
    const said = {
      [phone]: { value: '**+1** 555', rendered_value: '<p><strong>+1</strong> 555</p>' },
      [story]: { value: 'Of *old*', rendered_value: '<p>Of <em>old</em></p>' },
      [friends]: { value: `[${ada.id},${ezra.id}]` },
    }
    expect(toEzra!.plain).toEqual([phone, story, friends].map((id) => told(dov, { id, ...said[id] })))
    expect(await saidBy(ezra, dov)).toEqual(said)
    expect(succeeded(await dov.get('/users/me')).profile_data).toEqual(said)
    const { members } = succeeded(await ezra.get('/users', { include_custom_profile_fields: true }))
    expect(members.find((each: Json) => each.user_id === dov.id).profile_data).toEqual(said)
    expect(members.find((each: Json) => each.is_bot).profile_data).toBeUndefined()
    expect(succeeded(await ezra.get(`/users/${dov.id}`)).user.profile_data).toBeUndefined()
  })

  test('what is said again is told to nobody, and nothing at all unsays it', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    for (const nothing of [null, '', []]) {
      succeeded(await say(dov, id, '+1 555'))
      await changesNothing([ezra], () => say(dov, id, '+1 555'))
      const [toEzra] = await receivedBy([ezra], async () => {
        expect(await say(dov, id, nothing)).toEqual(SUCCESS)
      })
      expect(toEzra!.plain).toEqual([told(dov, { id, value: null })])
      await changesNothing([ezra], () => say(dov, id, nothing))
    }
  })

  const SAYABLE: [type: number, right: FieldValue[], wrong: [FieldValue, string][]][] = [
    [
      SHORT,
      ['x'.repeat(50), 'ü'.repeat(50)],
      [
        ['x'.repeat(51), 'Field is too long (limit: 50 characters)'],
        [[1], 'Field is not a string'],
      ],
    ],
    [LONG, ['x'.repeat(500)], [['x'.repeat(501), 'Field is too long (limit: 500 characters)']]],
    [
      SELECT,
      ['tea'],
      [
        ['Tea', "'Tea' is not a valid choice for 'Field'."],
        ['toString', "'toString' is not a valid choice for 'Field'."],
      ],
    ],
    [
      DATE,
      ['2000-02-29', '1909-03-05'],
      [
        ['2001-02-29', 'Field is not a date'],
        ['5.3.1909', 'Field is not a date'],
        ['1909-3-5', 'Field is not a date'],
        ['1909-13-05', 'Field is not a date'],
      ],
    ],
    [
      LINK,
      ['https://example.com/a?b#c', 'http://example.com'],
      [
        ['example.com', 'Field is not a URL'],
        ['javascript:alert(1)', 'Field is not a URL'],
        ['https://exa mple.com', 'Field is not a URL'],
        ['https://', 'Field is not a URL'],
      ],
    ],
    [
      USERS,
      [],
      [
        ['1', 'Field is not a list'],
        [[9999], 'Invalid user ID: 9999'],
      ],
    ],
    [ACCOUNT, ['dov'], [['x'.repeat(51), 'Field is too long (limit: 50 characters)']]],
    [PRONOUNS, ['they/them'], [['x'.repeat(51), 'Field is too long (limit: 50 characters)']]],
  ]
  test.for(SAYABLE)('in a field of type %i, what fits is said and what does not is refused', async (line) => {
    const [field_type, right, wrong] = line
    const { ada, dov, ezra } = await freshRealm()
    const field_data: Json = {
      [SELECT]: CHOICES,
      [ACCOUNT]: { subtype: 'custom', url_pattern: 'https://a.b/%(username)s' },
    }
    const id = await newField(ada, 'Field', { field_type, field_data: field_data[field_type] })
    for (const value of right) {
      expect(await say(dov, id, value)).toEqual(SUCCESS)
      expect((await saidBy(ezra, dov))[id].value).toBe(value)
    }
    await changesNothing([dov, ezra], async () => {
      for (const [value, msg] of wrong) expect(await say(dov, id, value)).toEqual(refusal(msg))
    })
  })

  test('whoever is named is there, and is a person', async () => {
    const { ada, ben, dov, fig } = await freshRealm()
    const id = await newField(ada, 'Friends', { field_type: USERS })
    succeeded(await ada.delete(`/users/${ben.id}`))
    for (const who of [ben, fig]) expect(await say(dov, id, [who.id])).toEqual(refusal(`Invalid user ID: ${who.id}`))
  })

  test('one refusal refuses all of it', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    await changesNothing([dov, ezra], async () => {
      for (const data of [
        [
          { id, value: '+1' },
          { id: 9999, value: 'x' },
        ],
        [
          { id, value: '+1' },
          { id, value: 'x'.repeat(51) },
        ],
      ])
        expect(await dov.patch('/users/me/profile_data', { data })).toMatchObject({ result: 'error' })
      expect(await dov.patch('/users/me/profile_data', { data: [{ id }] })).toMatchObject({ result: 'error' })
      const many = Array.from({ length: 101 }, () => ({ id, value: 'x' }))
      expect(await dov.patch('/users/me/profile_data', { data: many })).toEqual(
        refusal('data is too long (limit: 100 items)'),
      )
      expect(await dov.patch('/users/me/profile_data', { data: 'x' })).toMatchObject({ result: 'error' })
    })
  })

  test('bots say nothing of themselves, and what is not left to people, administrators say for them', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    const own = await newField(ada, 'Phone')
    const given = await newField(ada, 'Team', { editable_by_user: false })
    const forbidden = refusal('You are not allowed to change this field. Contact an administrator to update it.')
    await changesNothing([ada, dov], async () => {
      expect(await say(fig, own, 'x')).toEqual(NO_BOTS)
      for (const actor of [dov, ezra, ben, ada]) {
        expect(await say(actor, given, 'x')).toEqual(forbidden)
        expect(await actor.delete('/users/me/profile_data', { data: [given] })).toEqual(forbidden)
      }
      for (const actor of [dov, ezra])
        expect(await actor.patch(`/users/${ezra.id}`, { profile_data: [{ id: given, value: 'x' }] })).toEqual(
          refusal('Insufficient permission'),
        )
    })
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const profile_data = [
        { id: given, value: 'Red' },
        { id: own, value: '+1' },
      ]
      expect(await ben.patch(`/users/${dov.id}`, { profile_data })).toEqual(SUCCESS)
    })
    expect(toEzra!.plain.map(({ person }) => person.custom_profile_field.value)).toEqual(['Red', '+1'])
    succeeded(await ben.patch(`/users/${dov.id}`, { profile_data: [{ id: given, value: null }] }))
    expect(Object.keys(await saidBy(ezra, dov))).toEqual([String(own)])
  })
})

describe('DELETE /users/me/profile_data', () => {
  test('somebody says nothing of themselves any more', async () => {
    const { ada, dov, ezra, fig }: Cast = await freshRealm()
    const id = await newField(ada, 'Phone')
    succeeded(await say(dov, id, '+1 555'))
    const [toEzra] = await receivedBy([ezra], async () => {
      expect(await dov.delete('/users/me/profile_data', { data: [id] })).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toEqual([told(dov, { id, value: null })])
    expect(await dov.delete('/users/me/profile_data', { data: [9999] })).toEqual(refusal('Field id 9999 not found.'))
    expect(await fig.delete('/users/me/profile_data', { data: [id] })).toEqual(NO_BOTS)
  })
})
