import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { realmWithPhones } from '../support/bouncer/realm-with-phones'
import { advanceClock } from '../support/clock'
import { crash } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { newChannel, type Cast } from '../support/realm'
import { doDueWork } from '../support/alarms'
import { receivedBy } from '../support/received-events'
import { countRows, rowsWritten } from '../support/tables'

describe('push notifications about messages', () => {
  test('a mention of a group names the smallest one to which the user belongs; a mention by name names none', async () => {
    const { ada, ben, dov, general, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    for (const [name, members] of [
      ['cooks', [ada.id, ben.id, dov.id]],
      ['bakers', [ada.id, dov.id]],
      ['guests', [ada.id]],
    ] as const)
      succeeded(await ada.post('/user_groups/create', { name, description: '', members }))
    await ada.sends(general, 'lunch', '@*cooks* @*bakers* @*guests* Pizza')
    const [ofGroup] = await receivedNotifications()
    expect(ofGroup!.payload).toMatchObject({
      mentioned_user_group_id: expect.any(Number),
      mentioned_user_group_name: 'bakers',
    })
    await ada.sends(general, 'lunch', '@**Dov** @*bakers* Soup')
    const [byName] = await receivedNotifications()
    expect(byName!.payload).not.toHaveProperty('mentioned_user_group_name')
  })

  test('a direct message notifies; only the phone can decrypt the notification', async () => {
    const { ada, dov, receivedNotifications, bouncer, realm } = await realmWithPhones(({ dov }) => [dov])
    const { id } = await ada.sendsDirectly([dov], 'Pizza at **eight**?')
    const [notification, ...more] = await receivedNotifications()
    expect(more).toEqual([])
    expect(notification!.priority).toBe('high')
    expect(notification!.payload).toEqual({
      type: 'message',
      realm_url: `https://${realm.name}.parley.test`,
      realm_name: realm.name,
      user_id: dov.id,
      message_id: id,
      time: expect.any(Number),
      sender_id: ada.id,
      sender_full_name: 'Ada',
      sender_avatar_url: expect.any(String),
      recipient_type: 'direct',
      recipient_user_ids: [ada.id, dov.id],
      content: 'Pizza at eight?',
    })
    expect(JSON.stringify(bouncer.requests)).not.toContain('Pizza')
    expect(await receivedNotifications()).toEqual([]) // each notification is sent once
  })

  test('the notification has the text of the message, without hidden spoilers', async () => {
    const { ada, dov, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    await ada.sendsDirectly([dov], '> Who? :smile:\n\n```spoiler The end\nIt was the butler\n```')
    await ada.sendsDirectly([dov], '> Who? :smile:')
    const contents = (await receivedNotifications()).map(({ payload }) => payload.content)
    // A quote is shown where the sender wrote nothing else.
    expect(contents).toEqual(['[…]\nThe end (…)', '> Who? 🙂'])
  })

  test('a mention in a channel notifies only the mentioned users', async () => {
    const { ada, ben, dov, general, receivedNotifications } = await realmWithPhones(({ dov, ben }) => [dov, ben])
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(await receivedNotifications()).toEqual([])
    const { id } = await ada.sends(general, 'lunch', `@**Dov** ${'x'.repeat(300)}`)
    const [notification, ...more] = await receivedNotifications()
    expect(more).toEqual([])
    expect(notification!.person).toBe(dov)
    expect(notification!.payload).toMatchObject({
      message_id: id,
      recipient_type: 'channel',
      channel_name: 'general',
      topic: 'lunch',
    })
    expect([...notification!.payload.content]).toHaveLength(201)
    expect(notification!.payload.content.endsWith('x…')).toBe(true)
    await ben.sends(general, 'lunch', '@**all**')
    expect((await receivedNotifications()).map(({ person }) => person)).toEqual([dov]) // not ben, the sender
  })

  test('a mention that an edit adds notifies once', async () => {
    const { ada, ben, dov, general, receivedNotifications } = await realmWithPhones(({ ben, dov }) => [ben, dov])
    const { id } = await ada.sends(general, 'lunch', '@**Ben** Pizza?')
    expect((await receivedNotifications()).map(({ person }) => person)).toEqual([ben])
    const editMessage = async (content: string) => {
      succeeded(await ada.patch(`/messages/${id}`, { content }))
      return receivedNotifications()
    }
    const [notification, ...more] = await editMessage('@**Ben** @**Dov** Soup?')
    expect(more).toEqual([])
    expect(notification!.person).toBe(dov)
    expect(notification!.payload).toMatchObject({ message_id: id, content: '@Ben @Dov Soup?' })
    expect(await editMessage('@**Ben** Soup!')).toEqual([])
    expect(await editMessage('@**Ben** @**Dov** Or pizza?')).toEqual([]) // the phone of dov still shows the message
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect((await receivedNotifications()).map(({ payload }) => payload.type)).toEqual(['remove'])
  })

  test('messages notify as the settings of the user, the channel and the topic say', async () => {
    const { ada, ben, cleo, dov, general, receivedNotifications } = await realmWithPhones(({ ben, cleo, dov }) => [
      ben,
      cleo,
      dov,
    ])
    const notifiedUsers = async () => (await receivedNotifications()).map(({ person }) => person.account.full_name)
    await ada.sends(general, 'lunch', 'Hungry?')
    expect(await notifiedUsers()).toEqual([])
    const property = { stream_id: general.stream_id, property: 'push_notifications', value: true }
    succeeded(await ben.post('/users/me/subscriptions/properties', { subscription_data: [property] }))
    const topic = { stream_id: general.stream_id, topic: 'lunch', visibility_policy: 3 }
    succeeded(await cleo.post('/user_topics', topic))
    succeeded(await dov.patch('/settings', { enable_stream_push_notifications: true }))
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(await notifiedUsers()).toEqual(['Ben', 'Cleo', 'Dov'])
    await ada.sends(general, 'dinner', 'Soup?')
    expect(await notifiedUsers()).toEqual(['Ben', 'Dov'])
    succeeded(await dov.post('/user_topics', { ...topic, topic: 'dinner', visibility_policy: 1 }))
    await ada.sends(general, 'dinner', 'Or not?')
    expect(await notifiedUsers()).toEqual(['Ben'])
  })

  test('a message of a muted sender does not notify; for an active user the setting decides', async () => {
    const { ada, dov, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    succeeded(await dov.post(`/users/me/muted_users/${ada.id}`))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await receivedNotifications()).toEqual([])
    succeeded(await dov.delete(`/users/me/muted_users/${ada.id}`))
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: false }))
    await dov.registers()
    succeeded(await dov.post('/users/me/presence', { status: 'active', ping_only: true }))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await receivedNotifications()).toEqual([])
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: true }))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await receivedNotifications()).toHaveLength(1)
  })

  test('a limited guest receives the message of a hidden sender without the sender’s name', async () => {
    const { realm, ada, ezra, general, receivedNotifications } = await realmWithPhones(({ ezra }) => [ezra])
    const gwen = await realm.newPerson('gwen')
    await ada.subscribes(general, { principals: [ezra.id] })
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await gwen.sends(general, 'lunch', '@**Ezra** Pizza?')
    const [notification] = await receivedNotifications()
    expect(notification!.payload).toMatchObject({ sender_full_name: 'Unknown user', content: '@Ezra Pizza?' })
    expect(JSON.stringify(notification!.payload)).not.toContain('Gwen')
  })

  test('a message that is read or deleted before the request to the bouncer does not notify', async () => {
    const { ada, dov, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    const read = await ada.sendsDirectly([dov], 'Read')
    const deleted = await ada.sendsDirectly([dov], 'Gone')
    succeeded(await dov.post('/messages/flags', { messages: [read.id], op: 'add', flag: 'read' }))
    succeeded(await ada.delete(`/messages/${deleted.id}`))
    expect(await receivedNotifications()).toEqual([])
  })
})

describe('removal of push notifications', () => {
  test('phones remove a notification when its message is read or deleted', async () => {
    const { ada, dov, receivedNotifications, realm } = await realmWithPhones(({ dov }) => [dov])
    const messages = [await ada.sendsDirectly([dov], 'One'), await ada.sendsDirectly([dov], 'Two')]
    const last = await ada.sendsDirectly([dov], 'Three')
    expect(await receivedNotifications()).toHaveLength(3)
    const message_ids = messages.map(({ id }) => id)
    succeeded(await dov.post('/messages/flags', { messages: message_ids, op: 'add', flag: 'read' }))
    const [notification, ...more] = await receivedNotifications()
    expect(more).toEqual([])
    expect(notification!.priority).toBe('normal')
    expect(notification!.payload).toEqual({
      type: 'remove',
      realm_url: `https://${realm.name}.parley.test`,
      realm_name: realm.name,
      user_id: dov.id,
      message_ids,
    })
    succeeded(await ada.delete(`/messages/${last.id}`))
    expect((await receivedNotifications()).map(({ payload }) => payload.message_ids)).toEqual([[last.id]])
    expect(await countRows(realm, 'push_removals')).toBe(0)
  })
})

describe('failures of the push bouncer', () => {
  test('a request is repeated; messages that were read meanwhile are removed', async () => {
    const { ada, dov, bouncer, receivedNotifications, realm } = await realmWithPhones(({ dov }) => [dov])
    bouncer.instead = () => new Response('', { status: 503 })
    const [first, second] = [await ada.sendsDirectly([dov], 'One'), await ada.sendsDirectly([dov], 'Two')]
    expect(await receivedNotifications()).toEqual([])
    succeeded(await dov.post('/messages/flags', { messages: [first.id], op: 'add', flag: 'read' }))
    bouncer.instead = () => undefined
    await advanceClock(realm, 31)
    // The first request may have arrived, so the notification of the message that was read is removed.
    const notifications = (await receivedNotifications()).map(
      ({ payload }) => `${payload.type} ${payload.message_id ?? payload.message_ids}`,
    )
    expect(notifications.sort()).toEqual([`message ${second.id}`, `remove ${first.id}`])
    await advanceClock(realm, 3600)
    expect(await receivedNotifications()).toEqual([])
  })

  test('a notification is repeated three times, and then dropped', async () => {
    const { ada, dov, bouncer, receivedNotifications, realm } = await realmWithPhones(({ dov }) => [dov])
    bouncer.instead = () => new Response('', { status: 503 })
    await ada.sendsDirectly([dov], 'One')
    await receivedNotifications()
    const requestCount = () => bouncer.requests.filter(({ path }) => path.endsWith('/notify')).length
    const counts = [requestCount()]
    for (const seconds of [31, 61, 121]) {
      await advanceClock(realm, seconds)
      await receivedNotifications()
      counts.push(requestCount())
    }
    expect(counts).toEqual([1, 2, 3, 4])
    bouncer.instead = () => undefined
    await advanceClock(realm, 86_400)
    expect(await receivedNotifications()).toEqual([])
    expect(requestCount()).toBe(4)
  })

  test('a request is repeated after the object crashes', async () => {
    const { ada, dov, receivedNotifications, realm, bouncer } = await realmWithPhones(({ dov }) => [dov])
    bouncer.instead = () => new Response('', { status: 503 })
    await ada.sendsDirectly([dov], 'One')
    await receivedNotifications()
    await crash(realm)
    bouncer.instead = () => undefined
    await advanceClock(realm, 31)
    expect((await receivedNotifications()).map(({ payload }) => payload.content)).toEqual(['One'])
  })

  test('a phone whose token is gone gets no more notifications until its app registers another one', async () => {
    const { realm, ada, dov, bouncer, phones, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    const [phone] = phones
    bouncer.gone.add(phone!.token_id)
    const [events] = await receivedBy([dov], async () => {
      await ada.sendsDirectly([dov], 'One')
      expect(await receivedNotifications()).toEqual([])
    })
    const { device_id } = phone!
    expect(events!.able).toContainEqual({ type: 'device', op: 'update', device_id, push_token_id: null })
    bouncer.requests.splice(0)
    await ada.sendsDirectly([dov], 'Two')
    expect(await receivedNotifications()).toEqual([])
    expect(bouncer.requests).toEqual([])
    const { devices } = (await dov.registers({ fetch_event_types: ['device'] })).state
    expect(devices[device_id]).toMatchObject({ push_key_id: phone!.push_key_id, push_registration_error_code: null })
    succeeded(await dov.post('/mobile_push/register', phone!.fields()))
    await doDueWork(realm)
    await ada.sendsDirectly([dov], 'Three')
    expect((await receivedNotifications()).map(({ payload }) => payload.content)).toEqual(['Three'])
  })

  test('a user who can no longer read the message is not notified by a repeated request', async () => {
    const { realm, ada, cleo, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov, cleo }) => [
      dov,
      cleo,
    ])
    const club = await newChannel(ada, 'club', [ada, cleo, dov], { invite_only: true })
    bouncer.instead = () => new Response('', { status: 500 })
    const { id } = await ada.sends(club, 'tea', '@**Dov** @**Cleo** Tea?')
    expect(await receivedNotifications()).toEqual([])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [dov.id] }))
    succeeded(await ada.patch(`/messages/${id}`, { content: '@**Cleo** and not Dov' }))
    bouncer.instead = () => undefined
    await advanceClock(realm, 60)
    const messages = (await receivedNotifications()).filter(({ payload }) => payload.type === 'message')
    expect(messages.map(({ person }) => person)).toEqual([cleo])
  })

  test('a user who was deactivated meanwhile is not notified by a repeated request', async () => {
    const { realm, ada, cleo, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov, cleo }) => [
      dov,
      cleo,
    ])
    bouncer.instead = () => new Response('', { status: 500 })
    await ada.sendsDirectly([dov, cleo], 'Tea?')
    expect(await receivedNotifications()).toEqual([])
    succeeded(await ada.delete(`/users/${dov.id}`))
    bouncer.instead = () => undefined
    await advanceClock(realm, 60)
    const messages = (await receivedNotifications()).filter(({ payload }) => payload.type === 'message')
    expect(messages.map(({ person }) => person)).toEqual([cleo])
  })
})

describe('cost of push notifications', () => {
  test('the rows of a message do not depend on the number of notified phones', async () => {
    const costFor = async (usersWithPhones: (cast: Cast) => Person[], content: string) => {
      const { realm, ada, general, receivedNotifications } = await realmWithPhones(usersWithPhones)
      await ada.sends(general, 'lunch', 'Hello')
      await receivedNotifications()
      const before = await rowsWritten(realm)
      await ada.sends(general, 'lunch', content)
      const written = (await rowsWritten(realm)) - before
      return { written, notifications: (await receivedNotifications()).length }
    }
    const four = ({ ben, cleo, dov, ezra }: Cast) => [ben, cleo, dov, ezra]
    const [forNone, forOne, forFour] = [
      await costFor(() => [], '@**all**'),
      await costFor(({ dov }) => [dov], '@**all**'),
      await costFor(four, '@**all**'),
    ]
    expect([forNone.notifications, forOne.notifications, forFour.notifications]).toEqual([0, 1, 4])
    expect(forFour.written).toBe(forOne.written)
    expect(forOne.written).toBe(forNone.written + 2) // the row, and its entry in the due work
    const [withoutPhones, withPhonesOfOthers] = [await costFor(() => [], 'Hello'), await costFor(four, 'Hello')]
    expect(withPhonesOfOthers).toEqual(withoutPhones)
  })
})

describe('POST /mobile_push/e2ee/test_notification', () => {
  const PATH = '/mobile_push/e2ee/test_notification'

  test('an error of the bouncer is returned', async () => {
    const { dov, bouncer, phones } = await realmWithPhones(({ dov }) => [dov])
    const refused = (code: string, status: number) => () =>
      Response.json({ result: 'error', msg: '', code }, { status })
    const unreachable = () => {
      throw new Error('No such host')
    }
    const CASES: [answer: () => Response, status: number, code: string, msg: string][] = [
      [() => new Response('', { status: 401 }), 403, 'ADMIN_ACTION_REQUIRED', OPERATOR],
      [refused('MISSING_REMOTE_REALM', 403), 403, 'ADMIN_ACTION_REQUIRED', OPERATOR],
      [refused('PUSH_NOTIFICATIONS_DISALLOWED', 400), 403, 'ADMIN_ACTION_REQUIRED', OPERATOR],
      [() => new Response('', { status: 500 }), 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', LATER],
      [unreachable, 502, 'FAILED_TO_CONNECT_BOUNCER', UNREACHABLE],
    ]
    for (const [answer, status, code, msg] of CASES) {
      bouncer.instead = answer
      const response = await dov.request(PATH, { method: 'POST' })
      expect([response.status, await response.json<Json>()]).toMatchObject([status, { code, msg }])
    }
    bouncer.instead = () => undefined
    bouncer.gone.add(phones[0]!.token_id)
    expect(await dov.post(PATH)).toEqual(refusal('No active registered push device', 'NO_ACTIVE_PUSH_DEVICE'))
  })
})

const OPERATOR = 'Push notification configuration issue on server, contact the server administrator or retry later.'
const LATER = 'Internal server error on Zulip push notification service, retry later.'
const UNREACHABLE = 'Network error while connecting to Zulip push notification service.'
