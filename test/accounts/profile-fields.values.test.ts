import { describe, expect, test } from 'vitest'
import { NO_BOTS, refusal, SUCCESS } from '../support/answers'
import { succeeded, type FieldValue, type Json } from '../support/person'
import {
  SHORT,
  LONG,
  SELECT,
  DATE,
  LINK,
  USERS,
  ACCOUNT,
  PRONOUNS,
  CHOICES,
  newField,
  setValue,
  valuesOf,
  valueChanged,
} from '../support/profile-fields'
import { freshRealm, type Cast } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'

describe('PATCH /users/me/profile_data', () => {
  test('a user sets values of their fields, Markdown is rendered, and all users receive each value', async () => {
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
    const values = {
      [phone]: { value: '**+1** 555', rendered_value: '<p><strong>+1</strong> 555</p>' },
      [story]: { value: 'Of *old*', rendered_value: '<p>Of <em>old</em></p>' },
      [friends]: { value: `[${ada.id},${ezra.id}]` },
    }
    expect(toEzra!.plain).toEqual([phone, story, friends].map((id) => valueChanged(dov, { id, ...values[id] })))
    expect(await valuesOf(ezra, dov)).toEqual(values)
    expect(succeeded(await dov.get('/users/me')).profile_data).toEqual(values)
    const { members } = succeeded(await ezra.get('/users', { include_custom_profile_fields: true }))
    expect(members.find(({ user_id }: Json) => user_id === dov.id).profile_data).toEqual(values)
    expect(members.find(({ is_bot }: Json) => is_bot).profile_data).toBeUndefined()
    expect(succeeded(await ezra.get(`/users/${dov.id}`)).user.profile_data).toBeUndefined()
  })

  test('the same value publishes no event, and an empty value deletes it', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newField(ada, 'Phone')
    for (const nothing of [null, '', []]) {
      succeeded(await setValue(dov, id, '+1 555'))
      await changesNothing([ezra], () => setValue(dov, id, '+1 555'))
      const [toEzra] = await receivedBy([ezra], async () => {
        expect(await setValue(dov, id, nothing)).toEqual(SUCCESS)
      })
      expect(toEzra!.plain).toEqual([valueChanged(dov, { id, value: null })])
      await changesNothing([ezra], () => setValue(dov, id, nothing))
    }
  })

  const VALUES: [type: number, right: FieldValue[], wrong: [FieldValue, string][]][] = [
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
  test.for(VALUES)('a field of type %i takes valid values and refuses others', async (line) => {
    const [field_type, right, wrong] = line
    const { ada, dov, ezra } = await freshRealm()
    const field_data: Json = {
      [SELECT]: CHOICES,
      [ACCOUNT]: { subtype: 'custom', url_pattern: 'https://a.b/%(username)s' },
    }
    const id = await newField(ada, 'Field', { field_type, field_data: field_data[field_type] })
    for (const value of right) {
      expect(await setValue(dov, id, value)).toEqual(SUCCESS)
      expect((await valuesOf(ezra, dov))[id].value).toBe(value)
    }
    await changesNothing([dov, ezra], async () => {
      for (const [value, msg] of wrong) expect(await setValue(dov, id, value)).toEqual(refusal(msg))
    })
  })

  test('a list of users has only active people', async () => {
    const { ada, ben, dov, fig } = await freshRealm()
    const id = await newField(ada, 'Friends', { field_type: USERS })
    succeeded(await ada.delete(`/users/${ben.id}`))
    for (const user of [ben, fig])
      expect(await setValue(dov, id, [user.id])).toEqual(refusal(`Invalid user ID: ${user.id}`))
  })

  test('one invalid value refuses the whole request', async () => {
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

  test('bots have no values, and only administrators set fields that users cannot edit', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    const own = await newField(ada, 'Phone')
    const managed = await newField(ada, 'Team', { editable_by_user: false })
    const forbidden = refusal('You are not allowed to change this field. Contact an administrator to update it.')
    await changesNothing([ada, dov], async () => {
      expect(await setValue(fig, own, 'x')).toEqual(NO_BOTS)
      for (const actor of [dov, ezra, ben, ada]) {
        expect(await setValue(actor, managed, 'x')).toEqual(forbidden)
        expect(await actor.delete('/users/me/profile_data', { data: [managed] })).toEqual(forbidden)
      }
      for (const actor of [dov, ezra])
        expect(await actor.patch(`/users/${ezra.id}`, { profile_data: [{ id: managed, value: 'x' }] })).toEqual(
          refusal('Insufficient permission'),
        )
    })
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const profile_data = [
        { id: managed, value: 'Red' },
        { id: own, value: '+1' },
      ]
      expect(await ben.patch(`/users/${dov.id}`, { profile_data })).toEqual(SUCCESS)
    })
    expect(toEzra!.plain.map(({ person }) => person.custom_profile_field.value)).toEqual(['Red', '+1'])
    succeeded(await ben.patch(`/users/${dov.id}`, { profile_data: [{ id: managed, value: null }] }))
    expect(Object.keys(await valuesOf(ezra, dov))).toEqual([String(own)])
  })
})

describe('DELETE /users/me/profile_data', () => {
  test('a user deletes values of their fields', async () => {
    const { ada, dov, ezra, fig }: Cast = await freshRealm()
    const id = await newField(ada, 'Phone')
    succeeded(await setValue(dov, id, '+1 555'))
    const [toEzra] = await receivedBy([ezra], async () => {
      expect(await dov.delete('/users/me/profile_data', { data: [id] })).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toEqual([valueChanged(dov, { id, value: null })])
    expect(await dov.delete('/users/me/profile_data', { data: [9999] })).toEqual(refusal('Field id 9999 not found.'))
    expect(await fig.delete('/users/me/profile_data', { data: [id] })).toEqual(NO_BOTS)
  })
})
