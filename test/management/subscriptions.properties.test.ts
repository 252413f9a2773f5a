import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { rowsIn, rowsWritten } from '../support/tables'

const choose = (person: Person, ...subscription_data: FieldValue[]) =>
  person.post('/users/me/subscriptions/properties', { subscription_data })

const updated = ({ stream_id }: Channel, property: string, value: boolean | string) => ({
  type: 'subscription',
  op: 'update',
  stream_id,
  property,
  value,
})

async function ownSubscription(person: Person, { stream_id }: Channel): Promise<Json> {
  const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
  return subscriptions.find((each: Json) => each.stream_id === stream_id)
}

const FLAGS = [
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]

const notSubscribed = ({ stream_id }: Channel) => refusal(`Not subscribed to channel ID ${stream_id}`)

/** What is wrong with a choice, whichever way it is said. */
const BAD: [property: string, value: FieldValue, msg: string][] = [
  ['colour', '#ffffff', 'Unknown subscription property: colour'],
  ['is_active', true, 'Unknown subscription property: is_active'],
  ['constructor', true, 'Unknown subscription property: constructor'],
  ['color', true, 'color is not a string'],
  ['color', 'red', 'color is not a valid hex color code'],
  ['color', '#ffff', 'color is not a valid hex color code'],
  ['color', '#ffffff;', 'color is not a valid hex color code'],
  ['color', '#ggg', 'color is not a valid hex color code'],
  ['is_muted', 'yes', 'is_muted is not a boolean'],
  ['in_home_view', 'no', 'in_home_view is not a boolean'],
  ...FLAGS.map((flag): [string, string, string] => [flag, '#ffffff', `${flag} is not a boolean`]),
]

describe('POST /users/me/subscriptions/properties', () => {
  test('every property is one’s own: one’s devices hear of it, and nobody else', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const { stream_id } = general
    const chosen: [string, boolean | string][] = [
      ['color', '#AbC'],
      ...FLAGS.map((flag): [string, boolean] => [flag, true]),
    ]
    const [his, hers, its] = await receivedBy([dov, ada, fig], async () => {
      const wanted = chosen.map(([property, value]) => ({ stream_id, property, value }))
      expect(await choose(dov, ...wanted)).toEqual(SUCCESS)
    })
    const events = chosen.map(([property, value]) => updated(general, property, value))
    expect(his).toEqual({ plain: events, able: events })
    for (const { plain, able } of [hers!, its!]) expect([...plain, ...able]).toEqual([])
    expect(await ownSubscription(dov, general)).toMatchObject(Object.fromEntries(chosen))
    for (const flag of FLAGS) succeeded(await choose(dov, { stream_id, property: flag, value: false }))
    const none = Object.fromEntries(FLAGS.map((flag) => [flag, false]))
    expect(await ownSubscription(dov, general)).toMatchObject({ color: '#AbC', ...none })
  })

  test('muting is told twice, for clients that know it by its opposite; and can be said by it', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    const ways: [string, boolean, boolean][] = [
      ['is_muted', true, true],
      ['in_home_view', true, false],
      ['in_home_view', false, true],
      ['is_muted', false, false],
    ]
    for (const [property, value, is_muted] of ways) {
      const [his] = await receivedBy([dov], () => choose(dov, { stream_id, property, value }))
      const events = [updated(general, 'in_home_view', !is_muted), updated(general, 'is_muted', is_muted)]
      expect(his).toEqual({ plain: events, able: events })
      expect(await ownSubscription(dov, general)).toMatchObject({ is_muted, in_home_view: !is_muted })
    }
  })

  test('what is unread in a muted channel does not count, until it is muted no longer', async () => {
    const { ada, dov, general } = await freshRealm()
    const { stream_id } = general
    await dov.patch('/settings', { automatically_follow_topics_where_mentioned: false })
    await ada.sends(general, 'lunch', 'Pizza?')
    await ada.sends(general, 'lunch', `@**${dov.account.full_name}**?`)
    const counted = async () => (await dov.registers()).state.unread_msgs.count
    expect(await counted()).toBe(2)
    await receivedBy([dov], async () => {
      await choose(dov, { stream_id, property: 'is_muted', value: true })
      await ada.sends(general, 'lunch', 'Or soup?')
    })
    expect(await counted()).toBe(0)
    await receivedBy([dov], () => choose(dov, { stream_id, property: 'is_muted', value: false }))
    expect(await counted()).toBe(3)
    await choose(dov, { stream_id, property: 'is_muted', value: true })
    await receivedBy([dov], () => dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  })

  test('choices outlive leaving the channel', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    await choose(
      dov,
      { stream_id, property: 'is_muted', value: true },
      { stream_id, property: 'color', value: '#123456' },
    )
    await receivedBy([dov], async () => {
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      expect(await choose(dov, { stream_id, property: 'is_muted', value: false })).toEqual(notSubscribed(general))
      await dov.subscribes(general)
    })
    expect(await ownSubscription(dov, general)).toMatchObject({ is_muted: true, color: '#123456' })
  })

  test('one choice that is none refuses them all', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const good = { stream_id: general.stream_id, property: 'is_muted', value: true }
    const cases: [FieldValue, Json][] = [
      ...BAD.map(([property, value, msg]): [FieldValue, Json] => [{ ...good, property, value }, refusal(msg)]),
      [{ ...good, stream_id: garden.stream_id }, notSubscribed(garden)],
      [{ ...good, stream_id: vault.stream_id }, refusal('Invalid channel ID')],
      [{ ...good, stream_id: 4711 }, refusal('Invalid channel ID')],
      [{ ...good, stream_id: '1' }, refusal('subscription_data[1]["stream_id"] is not an integer')],
      [{ ...good, value: null }, refusal('Invalid subscription_data[1]["value"]')],
      [{ ...good, property: 1 }, refusal('subscription_data[1]["property"] is not a string')],
      [{ property: 'color', value: '#fff' }, refusal('stream_id key is missing from subscription_data[1]')],
      ['color', refusal('subscription_data[1] is not a dict')],
    ]
    const before = await rowsIn(realm, 'SELECT * FROM subscriptions')
    await changesNothing([ada, dov], async () => {
      for (const [bad, answer] of cases) expect(await choose(dov, good, bad), JSON.stringify(bad)).toEqual(answer)
    })
    expect(await rowsIn(realm, 'SELECT * FROM subscriptions')).toEqual(before)
    expect(await choose(dov)).toEqual(SUCCESS)
  })

  test('of many choices for one property the last counts, and one request says at most a hundred', async () => {
    const { realm, ezra, general } = await freshRealm()
    const { stream_id } = general
    const chosen = Array.from({ length: 100 }, (_, nth) => ({
      stream_id,
      property: nth % 2 === 0 ? 'color' : nth % 4 === 1 ? 'is_muted' : 'in_home_view',
      value: nth % 2 === 0 ? `#0000${10 + (nth % 90)}` : false,
    }))
    let written = 0
    const [heard] = await receivedBy([ezra], async () => {
      const before = await rowsWritten(realm)
      expect(await choose(ezra, ...chosen)).toEqual(SUCCESS)
      written = (await rowsWritten(realm)) - before
    })
    // The last of a hundred says in_home_view: false, which is to mute; the last colour is the 98th choice.
    const events = [
      updated(general, 'color', '#000018'),
      updated(general, 'in_home_view', false),
      updated(general, 'is_muted', true),
    ]
    expect(heard).toEqual({ plain: events, able: events })
    expect(await ownSubscription(ezra, general)).toMatchObject({ color: '#000018', is_muted: true })
    expect(written).toBeLessThanOrEqual(1 + events.length + 2)
    await changesNothing([ezra], async () => {
      const tooMany = refusal('subscription_data is too long (limit: 100 items)')
      expect(await choose(ezra, ...chosen, chosen[0])).toEqual(tooMany)
      const flood = Array.from({ length: 9000 }, () => ({ stream_id: 1, property: 'color', value: '#fff' }))
      expect(await choose(ezra, ...flood)).toEqual(tooMany)
    })
  })

  test('a guest and a bot choose for themselves too', async () => {
    const { ezra, fig, general } = await freshRealm()
    for (const person of [ezra, fig])
      await receivedBy([person], async () => {
        const choice = { stream_id: general.stream_id, property: 'pin_to_top', value: true }
        expect(await choose(person, choice)).toEqual(SUCCESS)
      })
  })
})

describe('PATCH /users/me/subscriptions/:stream_id', () => {
  test('one property of one channel', async () => {
    const { ada, dov, general } = await freshRealm()
    const path = `/users/me/subscriptions/${general.stream_id}`
    const [his, hers] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch(path, { property: 'color', value: '#abcdef' })).toEqual(SUCCESS)
      expect(await dov.patch(path, { property: 'in_home_view', value: false })).toEqual(SUCCESS)
    })
    expect(his!.plain).toEqual([
      updated(general, 'color', '#abcdef'),
      updated(general, 'in_home_view', false),
      updated(general, 'is_muted', true),
    ])
    expect(hers).toEqual({ plain: [], able: [] })
  })

  test('what is no choice is refused', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const path = `/users/me/subscriptions/${general.stream_id}`
    const missing = (var_name: string) =>
      refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })
    await changesNothing([dov], async () => {
      for (const [property, value, msg] of BAD)
        expect(await dov.patch(path, { property, value }), JSON.stringify([property, value])).toEqual(refusal(msg))
      const choice = { property: 'pin_to_top', value: true }
      expect(await dov.patch(`/users/me/subscriptions/${vault.stream_id}`, choice)).toEqual(
        refusal('Invalid channel ID'),
      )
      expect(await dov.patch(path, { property: 'color' })).toEqual(missing('value'))
      expect(await dov.patch(path, { value: true })).toEqual(missing('property'))
    })
    const garden = await newChannel(ada, 'garden', [ada])
    const there = `/users/me/subscriptions/${garden.stream_id}`
    expect(await dov.patch(there, { property: 'color', value: '#fff' })).toEqual(notSubscribed(garden))
  })
})

describe('PATCH /users/me/subscriptions', () => {
  test('some channels are come into, in the colours named, and others left', async () => {
    const { ada, dov, general } = await freshRealm()
    const add = [
      { name: 'Pottery', color: '#abcdef', description: 'Clay' },
      { name: 'garden' },
      { name: 'General', color: '#000' },
    ]
    const [his, hers] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch('/users/me/subscriptions', { add, delete: ['general', 'vault'] })).toEqual({
        ...refusal("Channel 'vault' does not exist", 'STREAM_DOES_NOT_EXIST'),
        stream: 'vault',
      })
    })
    expect([...his!.plain, ...his!.able, ...hers!.plain, ...hers!.able]).toEqual([])
    const [told] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch('/users/me/subscriptions', { add, delete: ['garden'] })).toEqual({
        ...SUCCESS,
        subscribed: { [dov.id]: ['Pottery', 'garden'] },
        already_subscribed: { [dov.id]: ['general'] },
        removed: ['garden'],
        not_removed: [],
        new_subscription_messages_sent: true,
      })
    })
    // The colour comes with the subscription, so nothing needs to be updated.
    const own = told!.able.filter(({ type }) => type === 'subscription')
    expect(own.map(({ op }) => op)).toEqual(['add', 'remove'])
    expect(own[0].subscriptions[0]).toMatchObject({ name: 'Pottery', color: '#abcdef' })
    const again = [{ name: 'Garden', color: '#123456' }]
    await receivedBy([dov], () => dov.patch('/users/me/subscriptions', { add: again }))
    const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
    expect(subscriptions.find((each: Json) => each.name === 'garden').color).toBe('#123456')
    expect(subscriptions.find((each: Json) => each.name === 'Pottery')).toMatchObject({
      color: '#abcdef',
      description: 'Clay',
    })
    expect((await ownSubscription(dov, general)).color).not.toBe('#000') // who is there already has a colour
  })

  test('either may be left out, but not both', async () => {
    const { dov, ezra } = await freshRealm()
    const patch = (person: Person, fields: Record<string, FieldValue>) =>
      person.patch('/users/me/subscriptions', fields)
    expect(await patch(dov, { add: [{ name: 'pottery' }] })).toMatchObject({
      subscribed: { [dov.id]: ['pottery'] },
      removed: [],
    })
    expect(await patch(dov, { delete: ['pottery'] })).toMatchObject({ subscribed: {}, removed: ['pottery'] })
    expect(await patch(dov, { delete: ['pottery'] })).toMatchObject({ removed: [], not_removed: ['pottery'] })
    await changesNothing([dov, ezra], async () => {
      const nothing = refusal('Nothing to do. Specify at least one of "add" or "delete".')
      for (const fields of [{}, { add: [] }, { delete: [] }, { add: [], delete: [] }])
        expect(await patch(dov, fields)).toEqual(nothing)
      const add = [{ name: 'kiln', color: 'red' }]
      expect(await patch(dov, { add, delete: ['general'] })).toEqual(refusal('color is not a valid hex color code'))
      expect(await patch(ezra, { add: [{ name: 'kiln' }], delete: ['general'] })).toEqual(
        refusal('Not allowed for guest users'),
      )
      expect(await patch(dov, { add: [{ name: 'vault' }], delete: ['general'] })).toEqual(
        refusal('Unable to access channel (vault).'),
      )
    })
    expect(await patch(ezra, { delete: ['general'] })).toMatchObject({ removed: ['general'] }) // guests may leave
  })
})

describe('GET /users/:user_id/subscriptions/:stream_id', () => {
  test('whoever may know who is in a channel is told', async () => {
    const { ada, ben, dov, ezra, fig, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const asked = (person: Person, other: Person, { stream_id }: Channel) =>
      person.get(`/users/${other.id}/subscriptions/${stream_id}`)
    const cases: [Person, Person, Channel, boolean][] = [
      [dov, ezra, general, true],
      [ezra, dov, general, true],
      [dov, dov, garden, false],
      [dov, ada, garden, true],
      [ben, dov, vault, false],
      [ben, ada, vault, true],
      [dov, fig, general, true],
    ]
    for (const [person, other, channel, is_subscribed] of cases)
      expect(await asked(person, other, channel)).toEqual({ ...SUCCESS, is_subscribed })
    for (const [person, channel] of [
      [dov, vault],
      [ezra, vault],
      [ezra, garden],
    ] as const)
      expect(await asked(person, ada, channel)).toEqual(refusal('Invalid channel ID'))
    expect(await dov.get(`/users/4711/subscriptions/${general.stream_id}`)).toEqual(refusal('No such user'))
    expect(await dov.get(`/users/${ada.id}/subscriptions/4711`)).toEqual(refusal('Invalid channel ID'))
  })
})
