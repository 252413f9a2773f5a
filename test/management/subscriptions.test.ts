import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { eventNames } from '../support/received-events'
import { findChannelByName } from '../support/channels'
import { subscribe, unsubscribe } from '../support/subscriptions'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

async function subscribersOf(person: Person, { stream_id }: Channel): Promise<number[]> {
  const { state } = await person.registers({ include_subscribers: 'true', fetch_event_types: ['subscription'] })
  const channels = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]
  return channels.find((channel) => channel.stream_id === stream_id)?.subscribers
}

describe('POST /users/me/subscriptions', () => {
  test('a user who subscribes to a private channel receives it first; its subscribers receive the new subscriber', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    const eventLists = await replays([ada, ben, cleo, dov], () =>
      ada.subscribes(vault, { principals: [dov.id, ben.id, dov.id] }),
    )
    expect(eventNames(eventLists[0]!)).toEqual(['subscription/peer_add'])
    expect(eventLists[2]).toEqual([
      {
        id: expect.any(Number),
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [vault.stream_id],
        user_ids: [dov.id],
      },
    ])
    expect(eventLists[4]).toEqual([])
    expect(eventNames(eventLists[6]!)).toEqual(['stream/create', 'subscription/add'])
    expect(eventLists[7]![1].subscriptions[0].subscribers).toEqual([ada.id, ben.id, dov.id])
  })

  test('the event of a new subscription has the subscribers, unless the client declined them', async () => {
    const { ada, dov, vault } = await freshRealm()
    const decliningQueue = await dov.registers({ include_subscribers: 'false' })
    const queues = [
      await dov.registers(),
      await dov.registers({ include_subscribers: 'true' }),
      await dov.registers({ include_subscribers: 'partial' }),
    ]
    await ada.subscribes(vault, { principals: [dov.id] })
    const addedSubscription = async (queue: Queue) =>
      (await queue.events()).find(({ type, op }) => `${type}/${op}` === 'subscription/add').subscriptions[0]
    expect(await addedSubscription(decliningQueue)).not.toHaveProperty('subscribers')
    for (const queue of queues)
      expect((await addedSubscription(queue)).subscribers).toEqual(await subscribersOf(dov, vault))
    const { state } = await dov.registers()
    for (const channel of state.subscriptions) expect(channel).not.toHaveProperty('subscribers')
  })

  test('a late poll returns the subscribers as they were at each event, and each new subscriber once', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    await replays([ada, ben, cleo, dov, ezra], async () => {
      await subscribe(ada, ['cellar'], { invite_only: true })
      await subscribe(ada, ['cellar'], { principals: [dov.id] })
      await subscribe(ada, ['cellar'], { principals: [cleo.id, ezra.id] })
      await unsubscribe(ada, ['cellar'], { principals: [dov.id] })
      await subscribe(ada, ['cellar'], { principals: [dov.id] })
      await unsubscribe(ada, ['cellar'], { principals: [ezra.id, ada.id] })
    })
  })

  test('users are listed by id or by email address in any case; the default is the actor', async () => {
    const { realm, ada, ben, cleo, dov, vault } = await freshRealm()
    const answer = await ada.subscribes(vault, { principals: [cleo.email.toUpperCase(), dov.email] })
    expect(answer.subscribed).toEqual({ [cleo.id]: ['vault'], [dov.id]: ['vault'] })
    const dummy = `user${ben.id}@${new URL(realm.url).hostname}`
    expect((await ada.subscribes(vault, { principals: [dummy] })).already_subscribed).toEqual({ [ben.id]: ['vault'] })
    for (const principals of [undefined, [], [ada.id], [ada.email]])
      expect((await ada.subscribes(vault, { principals })).already_subscribed).toEqual({ [ada.id]: ['vault'] })
  })

  test('one invalid user refuses the whole request', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    await executeSql(realm, 'UPDATE users SET email_address_visibility = 4 WHERE user_id = ?', cleo.id)
    const cases: [FieldValue, Json][] = [
      [[dov.id, 4711], refusal('No such user')],
      [[dov.id, 1], refusal('No such user')], // a system bot
      [['nobody@example.com'], refusal('No such user')],
      [[cleo.email], refusal('No such user')], // an address that ada cannot see
      [[dov.id, ben.id], refusal('User is deactivated')],
      [[dov.id, dov.email], refusal('Invalid principals')],
      ['dov', refusal('principals is not valid JSON')],
    ]
    const eventLists = await replays([ada, dov], async () => {
      for (const [principals, answer] of cases)
        expect(await subscribe(ada, ['new', 'vault'], { principals }), JSON.stringify(principals)).toEqual(answer)
    })
    expect(eventLists.flat()).toEqual([])
    expect(await findChannelByName(ada, 'new')).toBeUndefined()
  })

  test('a channel that the actor cannot read refuses the request, or is listed as unauthorized on request', async () => {
    const { ada, dov, vault } = await freshRealm()
    const eventLists = await replays([ada, dov], async () => {
      expect(await subscribe(dov, ['pottery', 'Vault'])).toEqual(refusal('Unable to access channel (Vault).'))
    })
    expect(eventLists.flat()).toEqual([])
    const answer = await subscribe(dov, ['pottery', 'Vault', 'general'], { authorization_errors_fatal: false })
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [dov.id]: ['pottery'] },
      already_subscribed: { [dov.id]: ['general'] },
      unauthorized: ['Vault'],
      new_subscription_messages_sent: true,
    })
    expect(await subscribersOf(ada, vault)).not.toContain(dov.id)
    expect((await subscribe(dov, ['pottery'], { authorization_errors_fatal: false })).unauthorized).toEqual([])
  })

  test('an administrator cannot subscribe to a private channel without a permission of the channel', async () => {
    const { ada, ben } = await freshRealm()
    await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect(await findChannelByName(ben, 'diary')).toMatchObject({ invite_only: true })
    expect(await subscribe(ben, ['diary'])).toEqual(refusal('Unable to access channel (diary).'))
  })

  test('a user with the permission to subscribe or to add others can subscribe to a private channel', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const holders = { direct_members: [dov.id, ezra.id], direct_subgroups: [] }
    await newChannel(ada, 'club', [ada], { invite_only: true, can_subscribe_group: holders })
    await newChannel(ada, 'band', [ada], { invite_only: true, can_add_subscribers_group: holders })
    for (const name of ['club', 'band']) {
      expect(await subscribe(cleo, [name])).toEqual(refusal(`Unable to access channel (${name}).`))
      await replays([ada, cleo, dov, ezra], () => dov.subscribes({ name }))
    }
  })

  test('a guest cannot subscribe any user, also not themselves', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await newChannel(ada, 'garden', [ada])
    const cases = [{}, { principals: [ezra.id] }, { principals: [dov.id] }]
    for (const fields of cases)
      expect(await subscribe(ezra, ['garden'], fields)).toEqual(refusal('Not allowed for guest users'))
    expect(await subscribe(ezra, [general.name])).toEqual(refusal('Not allowed for guest users'))
    expect((await ada.subscribes({ name: 'garden' }, { principals: [ezra.id] })).subscribed).toEqual({
      [ezra.id]: ['garden'],
    })
  })

  test('without the realm’s permission to add others, a permission of the channel or the role of administrator is enough', async () => {
    const { realm, ada, ben, cleo, dov, general, fig } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    succeeded(await dov.subscribes(general, { principals: [gwen.id] })) // the default lets every member add others
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('can_add_subscribers_group', '1')")
    const onlyDov = { direct_members: [dov.id], direct_subgroups: [] }
    await newChannel(ada, 'open', [ada])
    await newChannel(ada, 'club', [ada, dov], { can_add_subscribers_group: onlyDov })
    await newChannel(ada, 'band', [ada, dov], { can_administer_channel_group: onlyDov })
    expect(await subscribe(dov, ['open'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(dov, ['open', 'club'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(cleo, ['club'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(dov, ['open'])).toMatchObject({ subscribed: { [dov.id]: ['open'] } }) // always allowed
    for (const name of ['club', 'band'])
      expect(await subscribe(dov, [name], { principals: [gwen.id] })).toMatchObject({
        subscribed: { [gwen.id]: [name] },
      })
    expect(await subscribe(ben, ['open'], { principals: [gwen.id, fig.id] })).toMatchObject({ result: 'success' })
  })

  test('a user can subscribe to an archived channel; clients without archived_channels receive nothing', async () => {
    const { ada, dov, attic } = await freshRealm()
    const eventLists = await replays([ada, dov], () => dov.subscribes(attic))
    expect(eventNames(eventLists[2]!)).toEqual([])
    expect(eventNames(eventLists[3]!)).toEqual(['subscription/add'])
  })

  test('a user who subscribes again has the same colour', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const name of ['one', 'two', 'three']) await dov.subscribes({ name })
    const color = async () => {
      const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
      return subscriptions.find((channel: Json) => channel.stream_id === general.stream_id).color
    }
    const before = await color()
    await replays([ada, dov], async () => {
      succeeded(await unsubscribe(dov, ['general']))
      await dov.subscribes(general)
    })
    expect(await color()).toBe(before)
  })

  test('a new subscription gets one of the least used colours', async () => {
    const { dov } = await freshRealm()
    for (let index = 0; index < 23; index++) await dov.subscribes({ name: `channel ${index}` })
    const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
    expect(new Set(subscriptions.map((channel: Json) => channel.color)).size).toBe(24)
  })

  test('200 users subscribe to five channels: few events', async () => {
    const { realm, ada, dov } = await freshRealm()
    const people: Person[] = []
    for (let index = 0; index < 200; index++) people.push(await realm.newPerson(`person${index}`))
    const names = [1, 2, 3, 4, 5].map((number) => `hall ${number}`)
    const eventLists = await replays([ada, dov, people[0]!], () =>
      subscribe(ada, names, { principals: people.map((person) => person.id) }),
    )
    expect(eventNames(eventLists[0]!)).toEqual([...names.map(() => 'stream/create'), 'subscription/peer_add'])
    expect(eventNames(eventLists[4]!)).toEqual([...names.map(() => 'stream/create'), 'subscription/add'])
    expect(eventLists[0]!.at(-1).user_ids).toHaveLength(200)
    expect(await findChannelByName(ada, 'hall 5')).toMatchObject({ subscriber_count: 200 })
  })
})

describe('GET /users/me/subscriptions', () => {
  test('returns the subscriptions of the user with their personal settings, without archived channels', async () => {
    const { ada, general, vault } = await freshRealm()
    const { subscriptions } = succeeded(await ada.get('/users/me/subscriptions'))
    expect(subscriptions.map((channel: Json) => channel.stream_id)).toEqual([general.stream_id, vault.stream_id])
    expect(subscriptions[1]).toEqual({
      ...vault,
      color: expect.stringMatching(/^#/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: false,
      audible_notifications: false,
      push_notifications: false,
      email_notifications: false,
      wildcard_mentions_notify: true,
    })
  })

  test('returns the subscribers on request', async () => {
    const { ada, ben, ezra, general } = await freshRealm()
    for (const include_subscribers of ['true', 'partial']) {
      const { subscriptions } = succeeded(await ben.get('/users/me/subscriptions', { include_subscribers }))
      expect(subscriptions.map((channel: Json) => channel.subscribers.length)).toEqual([6, 2])
    }
    const { subscriptions } = succeeded(await ezra.get('/users/me/subscriptions', { include_subscribers: 'true' }))
    expect(subscriptions.map((channel: Json) => channel.stream_id)).toEqual([general.stream_id])
    expect(subscriptions[0].subscribers).toContain(ada.id)
    expect(await ada.get('/users/me/subscriptions', { include_subscribers: 'some' })).toEqual(
      refusal('Invalid include_subscribers'),
    )
  })
})
