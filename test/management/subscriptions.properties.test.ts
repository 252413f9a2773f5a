import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'
import { executeSql, rowsWritten, selectRows } from '../support/tables'

const changeProperties = (person: Person, ...subscription_data: FieldValue[]) =>
  person.post('/users/me/subscriptions/properties', { subscription_data })

const propertyUpdated = ({ stream_id }: Channel, property: string, value: boolean | string) => ({
  type: 'subscription',
  op: 'update',
  stream_id,
  property,
  value,
})

async function ownSubscription(person: Person, { stream_id }: Channel): Promise<Json> {
  const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
  return subscriptions.find((channel: Json) => channel.stream_id === stream_id)
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

/** Invalid properties and values, for each endpoint. */
const INVALID: [property: string, value: FieldValue, msg: string][] = [
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
  test('a user changes each of their own properties; only their clients receive the events', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const { stream_id } = general
    const changes: [string, boolean | string][] = [
      ['color', '#aabbcc'],
      ...FLAGS.map((flag): [string, boolean] => [flag, true]),
    ]
    const [dovEvents, adaEvents, figEvents] = await receivedBy([dov, ada, fig], async () => {
      const subscription_data = changes.map(([property, value]) => ({ stream_id, property, value }))
      expect(await changeProperties(dov, ...subscription_data)).toEqual(SUCCESS)
    })
    const events = changes.map(([property, value]) => propertyUpdated(general, property, value))
    expect(dovEvents).toEqual({ plain: events, able: events })
    for (const { plain, able } of [adaEvents!, figEvents!]) expect([...plain, ...able]).toEqual([])
    expect(await ownSubscription(dov, general)).toMatchObject(Object.fromEntries(changes))
    for (const flag of FLAGS) succeeded(await changeProperties(dov, { stream_id, property: flag, value: false }))
    const off = Object.fromEntries(FLAGS.map((flag) => [flag, false]))
    expect(await ownSubscription(dov, general)).toMatchObject({ color: '#aabbcc', ...off })
  })

  test('a color has six lower-case digits, also if a client sends or an earlier version stored another form', async () => {
    const { realm, dov, general } = await freshRealm()
    const { stream_id } = general
    const [events] = await receivedBy([dov], async () =>
      succeeded(await changeProperties(dov, { stream_id, property: 'color', value: '#AbC' })),
    )
    expect(events!.able).toEqual([propertyUpdated(general, 'color', '#aabbcc')])
    await executeSql(realm, `UPDATE subscriptions SET color = '#FfEeDd' WHERE user_id = ?`, dov.id)
    expect(await ownSubscription(dov, general)).toMatchObject({ color: '#ffeedd' })
  })

  test('is_muted and its old opposite in_home_view change together, whichever the request has', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    const cases: [string, boolean, boolean][] = [
      ['is_muted', true, true],
      ['in_home_view', true, false],
      ['in_home_view', false, true],
      ['is_muted', false, false],
    ]
    for (const [property, value, is_muted] of cases) {
      const [dovEvents] = await receivedBy([dov], () => changeProperties(dov, { stream_id, property, value }))
      const events = [
        propertyUpdated(general, 'in_home_view', !is_muted),
        propertyUpdated(general, 'is_muted', is_muted),
      ]
      expect(dovEvents).toEqual({ plain: events, able: events })
      expect(await ownSubscription(dov, general)).toMatchObject({ is_muted, in_home_view: !is_muted })
    }
  })

  test('messages of a muted channel do not count as unread until it is unmuted', async () => {
    const { ada, dov, general } = await freshRealm()
    const { stream_id } = general
    await dov.patch('/settings', { automatically_follow_topics_where_mentioned: false })
    await ada.sends(general, 'lunch', 'Pizza?')
    await ada.sends(general, 'lunch', `@**${dov.account.full_name}**?`)
    const unreadCount = async () => (await dov.registers()).state.unread_msgs.count
    expect(await unreadCount()).toBe(2)
    await receivedBy([dov], async () => {
      await changeProperties(dov, { stream_id, property: 'is_muted', value: true })
      await ada.sends(general, 'lunch', 'Or soup?')
    })
    expect(await unreadCount()).toBe(0)
    await receivedBy([dov], () => changeProperties(dov, { stream_id, property: 'is_muted', value: false }))
    expect(await unreadCount()).toBe(3)
    await changeProperties(dov, { stream_id, property: 'is_muted', value: true })
    await receivedBy([dov], () => dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  })

  test('a user who subscribes again has the properties from before', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    await changeProperties(
      dov,
      { stream_id, property: 'is_muted', value: true },
      { stream_id, property: 'color', value: '#123456' },
    )
    await receivedBy([dov], async () => {
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      expect(await changeProperties(dov, { stream_id, property: 'is_muted', value: false })).toEqual(
        notSubscribed(general),
      )
      await dov.subscribes(general)
    })
    expect(await ownSubscription(dov, general)).toMatchObject({ is_muted: true, color: '#123456' })
  })

  test('one invalid change refuses the whole request', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const valid = { stream_id: general.stream_id, property: 'is_muted', value: true }
    const cases: [FieldValue, Json][] = [
      ...INVALID.map(([property, value, msg]): [FieldValue, Json] => [{ ...valid, property, value }, refusal(msg)]),
      [{ ...valid, stream_id: garden.stream_id }, notSubscribed(garden)],
      [{ ...valid, stream_id: vault.stream_id }, refusal('Invalid channel ID')],
      [{ ...valid, stream_id: 4711 }, refusal('Invalid channel ID')],
      [{ ...valid, stream_id: '1' }, refusal('subscription_data[1]["stream_id"] is not an integer')],
      [{ ...valid, value: null }, refusal('Invalid subscription_data[1]["value"]')],
      [{ ...valid, property: 1 }, refusal('subscription_data[1]["property"] is not a string')],
      [{ property: 'color', value: '#fff' }, refusal('stream_id key is missing from subscription_data[1]')],
      ['color', refusal('subscription_data[1] is not a dict')],
    ]
    const before = await selectRows(realm, 'SELECT * FROM subscriptions')
    await changesNothing([ada, dov], async () => {
      for (const [invalid, answer] of cases)
        expect(await changeProperties(dov, valid, invalid), JSON.stringify(invalid)).toEqual(answer)
    })
    expect(await selectRows(realm, 'SELECT * FROM subscriptions')).toEqual(before)
    expect(await changeProperties(dov)).toEqual(SUCCESS)
  })

  test('of several changes of one property the last counts; a request has at most 100 changes', async () => {
    const { realm, ezra, general } = await freshRealm()
    const { stream_id } = general
    const changes = Array.from({ length: 100 }, (_, index) => ({
      stream_id,
      property: index % 2 === 0 ? 'color' : index % 4 === 1 ? 'is_muted' : 'in_home_view',
      value: index % 2 === 0 ? `#0000${10 + (index % 90)}` : false,
    }))
    let written = 0
    const [ezraEvents] = await receivedBy([ezra], async () => {
      const before = await rowsWritten(realm)
      expect(await changeProperties(ezra, ...changes)).toEqual(SUCCESS)
      written = (await rowsWritten(realm)) - before
    })
    // The last change is in_home_view: false, which mutes the channel. The last colour is in the 98th change.
    const events = [
      propertyUpdated(general, 'color', '#000018'),
      propertyUpdated(general, 'in_home_view', false),
      propertyUpdated(general, 'is_muted', true),
    ]
    expect(ezraEvents).toEqual({ plain: events, able: events })
    expect(await ownSubscription(ezra, general)).toMatchObject({ color: '#000018', is_muted: true })
    expect(written).toBeLessThanOrEqual(1 + events.length + 2)
    await changesNothing([ezra], async () => {
      const tooMany = refusal('subscription_data is too long (limit: 100 items)')
      expect(await changeProperties(ezra, ...changes, changes[0])).toEqual(tooMany)
      const tooManyChanges = Array.from({ length: 9000 }, () => ({ stream_id: 1, property: 'color', value: '#fff' }))
      expect(await changeProperties(ezra, ...tooManyChanges)).toEqual(tooMany)
    })
  })

  test('guests and bots may change their properties', async () => {
    const { ezra, fig, general } = await freshRealm()
    for (const person of [ezra, fig])
      await receivedBy([person], async () => {
        const pinned = { stream_id: general.stream_id, property: 'pin_to_top', value: true }
        expect(await changeProperties(person, pinned)).toEqual(SUCCESS)
      })
  })
})

describe('PATCH /users/me/subscriptions/:stream_id', () => {
  test('changes one property of one channel', async () => {
    const { ada, dov, general } = await freshRealm()
    const path = `/users/me/subscriptions/${general.stream_id}`
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch(path, { property: 'color', value: '#abcdef' })).toEqual(SUCCESS)
      expect(await dov.patch(path, { property: 'in_home_view', value: false })).toEqual(SUCCESS)
    })
    expect(dovEvents!.plain).toEqual([
      propertyUpdated(general, 'color', '#abcdef'),
      propertyUpdated(general, 'in_home_view', false),
      propertyUpdated(general, 'is_muted', true),
    ])
    expect(adaEvents).toEqual({ plain: [], able: [] })
  })

  test('invalid values are refused', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const path = `/users/me/subscriptions/${general.stream_id}`
    const missing = (var_name: string) =>
      refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })
    await changesNothing([dov], async () => {
      for (const [property, value, msg] of INVALID)
        expect(await dov.patch(path, { property, value }), JSON.stringify([property, value])).toEqual(refusal(msg))
      const pinned = { property: 'pin_to_top', value: true }
      expect(await dov.patch(`/users/me/subscriptions/${vault.stream_id}`, pinned)).toEqual(
        refusal('Invalid channel ID'),
      )
      expect(await dov.patch(path, { property: 'color' })).toEqual(missing('value'))
      expect(await dov.patch(path, { value: true })).toEqual(missing('property'))
    })
    const garden = await newChannel(ada, 'garden', [ada])
    const gardenPath = `/users/me/subscriptions/${garden.stream_id}`
    expect(await dov.patch(gardenPath, { property: 'color', value: '#fff' })).toEqual(notSubscribed(garden))
  })
})

describe('PATCH /users/me/subscriptions', () => {
  test('subscribes to some channels, with the requested colours, and unsubscribes from others', async () => {
    const { ada, dov, general } = await freshRealm()
    const add = [
      { name: 'Pottery', color: '#abcdef', description: 'Clay' },
      { name: 'garden' },
      { name: 'General', color: '#000' },
    ]
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch('/users/me/subscriptions', { add, delete: ['general', 'vault'] })).toEqual({
        ...refusal("Channel 'vault' does not exist", 'STREAM_DOES_NOT_EXIST'),
        stream: 'vault',
      })
    })
    expect([...dovEvents!.plain, ...dovEvents!.able, ...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    const [dovEventsLater] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch('/users/me/subscriptions', { add, delete: ['garden'] })).toEqual({
        ...SUCCESS,
        subscribed: { [dov.id]: ['Pottery', 'garden'] },
        already_subscribed: { [dov.id]: ['general'] },
        removed: ['garden'],
        not_removed: [],
        new_subscription_messages_sent: true,
      })
    })
    // The new subscription has its colour already, so there is no update.
    const subscriptionEvents = eventsOfType(dovEventsLater!.able, 'subscription')
    expect(subscriptionEvents.map(({ op }) => op)).toEqual(['add', 'remove'])
    expect(subscriptionEvents[0].subscriptions[0]).toMatchObject({ name: 'Pottery', color: '#abcdef' })
    const gardenInColor = [{ name: 'Garden', color: '#123456' }]
    await receivedBy([dov], () => dov.patch('/users/me/subscriptions', { add: gardenInColor }))
    const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
    expect(subscriptions.find((channel: Json) => channel.name === 'garden').color).toBe('#123456')
    expect(subscriptions.find((channel: Json) => channel.name === 'Pottery')).toMatchObject({
      color: '#abcdef',
      description: 'Clay',
    })
    expect((await ownSubscription(dov, general)).color).not.toBe('#000') // an existing subscription keeps its colour
  })

  test('add and delete are optional, but one of them is required', async () => {
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
  test('a viewer who can see the subscribers of a channel gets whether a user is one', async () => {
    const { ada, ben, dov, ezra, fig, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const requestSubscription = (person: Person, other: Person, { stream_id }: Channel) =>
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
      expect(await requestSubscription(person, other, channel)).toEqual({ ...SUCCESS, is_subscribed })
    for (const [person, channel] of [
      [dov, vault],
      [ezra, vault],
      [ezra, garden],
    ] as const)
      expect(await requestSubscription(person, ada, channel)).toEqual(refusal('Invalid channel ID'))
    expect(await dov.get(`/users/4711/subscriptions/${general.stream_id}`)).toEqual(refusal('No such user'))
    expect(await dov.get(`/users/${ada.id}/subscriptions/4711`)).toEqual(refusal('Invalid channel ID'))
  })
})
