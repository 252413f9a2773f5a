import { beforeEach, describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { receivedBy } from '../support/received-events'
import { EVERYONE_GROUP, MEMBERS_GROUP } from '../support/system-groups'
import { socketListener } from '../support/listening'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

const NO_SUCH_USER = refusal('No such user')

/** A realm with limited guests. The guest ezra shares only the channel `club`, with ada. */
type Limited = Cast & { gwen: Person; club: { name: string; stream_id: number } }

async function limitedRealm(): Promise<Limited> {
  const cast = await freshRealm()
  const { realm, ada, ezra, general } = cast
  const gwen = await realm.newPerson('gwen')
  const club = await newChannel(ada, 'club', [ada, ezra])
  succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
  succeeded(await limit(ada, MEMBERS_GROUP))
  return { ...cast, gwen, club }
}

const limit = (ada: Person, group: number): Promise<Json> =>
  ada.patch('/realm', { can_access_all_users_group: { new: group } })

const INCOMPLETE = { client_capabilities: { user_list_incomplete: true } }
const visibleIds = async (viewer: Person, client: Record<string, FieldValue> = INCOMPLETE): Promise<number[]> => {
  const { realm_users, realm_non_active_users } = (await viewer.registers(client)).state
  return [...realm_users, ...realm_non_active_users].map((user: Json) => user.user_id).toSorted((a, b) => a - b)
}

let cast: Limited
beforeEach(async () => {
  cast = await limitedRealm()
})

describe('a limited guest', () => {
  test('sees themselves, bots, and the users with whom they share a channel or a conversation', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = cast
    expect(await visibleIds(ezra)).toEqual([ada.id, ezra.id, fig.id])
    await ben.sendsDirectly([ezra, dov], 'Hello')
    expect(await visibleIds(ezra)).toEqual([ada.id, ben.id, dov.id, ezra.id, fig.id])
    const { members } = succeeded(await ezra.get('/users'))
    expect(members.map((user: Json) => user.user_id)).toEqual([ada.id, ben.id, dov.id, ezra.id, fig.id])
    expect((await visibleIds(cleo)).length).toBe(7)
  })

  test('receives other users as “Unknown user”, if the client needs a record of every user', async () => {
    const { realm, gwen, ezra } = cast
    const { realm_users } = (await ezra.registers()).state
    const hiddenUser = realm_users.find((user: Json) => user.user_id === gwen.id)
    const host = new URL(realm.url).hostname
    expect(hiddenUser).toMatchObject({
      full_name: 'Unknown user',
      email: `user${gwen.id}@${host}`,
      delivery_email: null,
      role: 400,
      is_bot: false,
      profile_data: {},
    })
    expect(JSON.stringify(realm_users)).not.toContain('Gwen')
  })

  test('cannot get another user by id or by address', async () => {
    const { realm, ada, gwen, ezra } = cast
    const host = new URL(realm.url).hostname
    expect(await ezra.get(`/users/${gwen.id}`)).toEqual(NO_PERMISSION)
    expect(await ezra.get('/users/9999')).toEqual(NO_SUCH_USER)
    for (const email of [gwen.email, `user${gwen.id}@${host}`])
      expect(await ezra.get(`/users/${email}`)).toEqual(NO_SUCH_USER)
    expect(succeeded(await ezra.get('/users', { user_ids: [gwen.id, ada.id] })).members).toHaveLength(1)
    expect(await ezra.get(`/users/${gwen.id}/status`)).toEqual(NO_SUCH_USER)
    expect(await ezra.get(`/users/${gwen.id}/presence`)).toEqual(NO_SUCH_USER)
    expect(await ezra.get(`/users/${gwen.id}/subscriptions/1`)).toEqual(NO_SUCH_USER)
    succeeded(await ezra.get(`/users/${ada.id}`))
    succeeded(await gwen.get(`/users/${ezra.id}`))
  })

  test('cannot send direct messages or typing notifications to other users', async () => {
    const { ada, gwen, ezra } = cast
    const NO_ACCESS = refusal('You do not have permission to access some of the recipients.')
    expect(await ezra.post('/messages', { type: 'direct', to: [gwen.id], content: 'Hello' })).toEqual(NO_ACCESS)
    expect(await ezra.post('/messages', { type: 'direct', to: [ada.id, gwen.id], content: 'Hello' })).toEqual(NO_ACCESS)
    expect(await ezra.post('/messages', { type: 'direct', to: [gwen.email], content: 'Hello' })).toEqual(
      refusal(`Invalid email '${gwen.email}'`),
    )
    expect(await ezra.post('/typing', { type: 'direct', op: 'start', to: [gwen.id] })).toEqual(NO_ACCESS)
    await ezra.sendsDirectly([ada], 'Hello')
  })

  test('does not receive the presence of other users', async () => {
    const { ada, ezra, gwen } = cast
    for (const user of [ada, gwen]) succeeded(await user.post('/users/me/presence', { status: 'active' }))
    const { presences } = succeeded(await ezra.post('/users/me/presence', { status: 'active', slim_presence: true }))
    expect(Object.keys(presences).map(Number)).toEqual([ada.id, ezra.id])
  })

  test('receives no name of a hidden sender over a WebSocket, while a member receives it', async () => {
    const { realm, ada, dov, ezra, gwen, club } = cast
    await ada.subscribes(club, { principals: [dov.id] })
    const client = { client_capabilities: { stream_typing_notifications: true } }
    // The order of the listeners must not matter: events are encoded once for several queues.
    for (const first of [dov, ezra]) {
      const listeners = []
      for (const user of first === dov ? [dov, ezra] : [ezra, dov]) {
        const queue = await user.registers({ event_types: ['message', 'typing'], ...client })
        listeners.push({ user, listener: await socketListener(user, queue, queue.lastEventId) })
      }
      await gwen.sends(club, 'tea', 'Tea?')
      succeeded(await gwen.post('/typing', { type: 'stream', op: 'start', stream_id: club.stream_id, topic: 'tea' }))
      for (const { user, listener } of listeners) {
        const text = JSON.stringify([...(await listener.next()), ...(await listener.next())])
        for (const name of ['Gwen', `gwen@${realm.name}`]) expect(text.includes(name)).toBe(user === dov)
        listener.leave()
      }
    }
  })

  test('cannot mention a user whom they cannot see', async () => {
    const { ada, ezra, gwen, club } = cast
    const { id } = await ezra.sends(club, 'who', `@**Gwen** @**Gwen|${gwen.id}** @**Ada**`)
    const { message } = succeeded(await ezra.get(`/messages/${id}`, { apply_markdown: true }))
    expect(message.content).not.toContain(`data-user-id="${gwen.id}"`)
    expect(message.content).toContain(`data-user-id="${ada.id}"`)
  })

  test('receives bot messages and reminders without the names of hidden users', async () => {
    const { realm, ada, ben, cleo, ezra, gwen, club } = cast
    const den = await newChannel(cleo, 'den', [cleo])
    succeeded(await ada.patch('/realm', { send_channel_events_messages: true }))
    const { group_id: group } = succeeded(
      await ben.post('/user_groups/create', { name: 'crew', description: '', members: [] }),
    )
    await ada.subscribes(club, { principals: [gwen.id] })
    const { id: message_id } = await gwen.sends(club, 'tea', 'Tea?')
    succeeded(await gwen.delete('/users/me/subscriptions', { subscriptions: [club.name] }))
    const soon = Math.floor(Date.now() / 1000) + 60
    succeeded(await ezra.post('/reminders', { message_id, scheduled_delivery_timestamp: soon }))
    const [received] = await receivedBy([ezra], async () => {
      await ben.subscribes({ name: den.name }, { principals: [ezra.id], send_new_subscription_messages: true })
      succeeded(await ben.post(`/user_groups/${group}/members`, { add: [ezra.id] }))
      succeeded(await ben.patch(`/streams/${club.stream_id}`, { description: 'Tea' }))
      await advanceClock(realm, 61)
      await runAlarm(realm)
    })
    const contents = received!.plain.flatMap(({ message }: Json) => (message ? [message.content] : []))
    for (const text of ['subscribed you', 'added you', 'changed the description'])
      expect(contents).toContainEqual(expect.stringMatching(new RegExp(`A user.* ${text}`)))
    expect(contents).toContainEqual(expect.stringMatching(/A user wrote:[^]*Tea\?/))
    expect(contents.join('\n')).not.toMatch(/Ben|Gwen/)
    const [visible] = await receivedBy([ezra], () =>
      ada.subscribes({ name: 'general' }, { principals: [ezra.id], send_new_subscription_messages: true }),
    )
    expect(JSON.stringify(visible)).toContain('Ada</span> subscribed you')
  })

  test('reads messages of a user who left the channel, without their name', async () => {
    const { ada, gwen, ezra, club } = cast
    succeeded(await gwen.post('/users/me/subscriptions', { subscriptions: [{ name: club.name }] }))
    const { id } = await gwen.sends(club, 'lunch', 'Pizza?')
    const sender = async () => succeeded(await ezra.get(`/messages/${id}`)).message.sender_full_name
    expect(await sender()).toBe('Gwen')
    const queue = await ezra.registers()
    succeeded(await gwen.delete('/users/me/subscriptions', { subscriptions: [club.name] }))
    expect(await sender()).toBe('Unknown user')
    // Later reactions, typing notifications and messages have no name either.
    succeeded(await gwen.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await gwen.post('/typing', { type: 'channel', op: 'start', stream_id: club.stream_id, topic: 'lunch' })
    await gwen.sends(club, 'lunch', 'And again')
    succeeded(await gwen.patch('/settings', { full_name: 'Gwendolyn' }))
    succeeded(await gwen.post('/users/me/status', { status_text: 'Out' }))
    const text = JSON.stringify([
      await queue.events(),
      await ezra.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 }),
    ])
    expect(text).not.toMatch(/Gwen|gwen@|gwen-/)
    expect(text).toContain('And again')
    succeeded(await ada.get(`/users/${gwen.id}`))
  })
})

const visibilityChanges = (events: Json[]) =>
  events.flatMap(({ type, op, person }) => (type === 'realm_user' && op !== 'update' ? [[op, person.user_id]] : []))

describe('the users whom a limited guest can see change', () => {
  test('when the guest or another user joins or leaves a channel', async () => {
    const { ada, ben, gwen, ezra, club } = cast
    const [joined] = await receivedBy([ezra, ada, gwen], async () => {
      succeeded(await gwen.post('/users/me/subscriptions', { subscriptions: [{ name: club.name }] }))
    })
    expect(visibilityChanges(joined!.able)).toEqual([['add', gwen.id]])
    expect(joined!.able.find(({ type }) => type === 'realm_user')!.person.full_name).toBe('Gwen')
    const [left] = await receivedBy([ezra, ada, gwen], async () => {
      succeeded(await gwen.delete('/users/me/subscriptions', { subscriptions: [club.name] }))
    })
    expect(visibilityChanges(left!.able)).toEqual([['remove', gwen.id]])
    const garden = await newChannel(ada, 'garden', [ada, ben, gwen])
    const [subscribed] = await receivedBy([ezra, ada], async () => {
      await ada.subscribes(garden, { principals: [ezra.id] })
    })
    expect(visibilityChanges(subscribed!.able)).toEqual([
      ['add', ben.id],
      ['add', gwen.id],
    ])
    const [unsubscribed] = await receivedBy([ezra, ada], async () => {
      const params = { subscriptions: [garden.name, club.name], principals: [ezra.id] }
      succeeded(await ada.delete('/users/me/subscriptions', params))
    })
    expect(visibilityChanges(unsubscribed!.able).map(([op]) => op)).toEqual(['remove', 'remove', 'remove'])
  })

  test('with the first direct message, and when all of them are deleted', async () => {
    const { ada, gwen, dov, ezra } = cast
    succeeded(await gwen.post('/users/me/status', { status_text: 'Here' }))
    let id = 0
    const [sent] = await receivedBy([ezra, gwen], async () => {
      ;({ id } = await gwen.sendsDirectly([ezra, dov], 'Hello'))
    })
    expect(visibilityChanges(sent!.able)).toEqual([
      ['add', dov.id],
      ['add', gwen.id],
    ])
    expect(sent!.able).toContainEqual({ type: 'user_status', user_id: gwen.id, status_text: 'Here' })
    const [deleted] = await receivedBy([ezra], async () => {
      succeeded(await gwen.delete(`/messages/${id}`))
    })
    expect(visibilityChanges(deleted!.able)).toEqual([
      ['remove', dov.id],
      ['remove', gwen.id],
    ])
    succeeded(await ada.get(`/users/${ezra.id}`))
  })

  test('when the role of the guest changes, or the permission of the realm', async () => {
    const { ada, ezra, gwen } = cast
    for (const role of [400, 600, 200, 600])
      await replays([ezra, ada, gwen], async () => {
        succeeded(await ada.patch(`/users/${ezra.id}`, { role }))
      })
    expect((await visibleIds(ezra)).length).toBe(3)
    for (const group of [EVERYONE_GROUP, MEMBERS_GROUP])
      await replays([ezra, ada, gwen], async () => {
        succeeded(await limit(ada, group))
      })
    expect((await visibleIds(ezra)).length).toBe(3)
    expect(await ezra.get(`/users/${gwen.id}`)).toEqual(NO_PERMISSION)
  })

  test('and with more than 1000 changes, the queue ends instead', async () => {
    const { realm, ada, ezra, gwen } = cast
    await executeSql(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT 100 UNION ALL SELECT id + 1 FROM n WHERE id < 1200)
       INSERT INTO users SELECT * FROM (
         SELECT n.id, n.id || delivery_email, n.id || delivery_email_key, full_name, role, is_active, bot_type,
                bot_owner_id, is_system_bot, can_create_users, date_joined, timezone, avatar_source, avatar_version,
                avatar_hash, email_address_visibility, password_hash, can_change_user_emails, profile_data, standing,
                guest_link_id
         FROM n, users WHERE user_id = ?)`,
      gwen.id,
    )
    const [ezrasQueue, gwensQueue] = [await ezra.registers(), await gwen.registers()]
    succeeded(await ada.patch(`/users/${ezra.id}`, { role: 400 }))
    const poll = { queue_id: ezrasQueue.id, last_event_id: ezrasQueue.lastEventId, dont_block: true }
    expect(await ezra.get('/events', poll)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    expect((await gwensQueue.events()).length).toBeLessThan(10)
    expect((await visibleIds(ezra)).length).toBeGreaterThan(1000)
  })

  test('and the guest receives no event about a user whom they cannot see', async () => {
    const { realm, ada, ezra, gwen, club } = cast
    const [received] = await receivedBy([ezra, ada], async () => {
      await realm.newPerson('hugo')
      succeeded(await ada.patch(`/users/${gwen.id}`, { role: 300, full_name: 'Gwendolyn' }))
      succeeded(await gwen.patch('/settings', { timezone: 'Europe/Paris', email_address_visibility: 4 }))
      succeeded(await gwen.post('/users/me/status', { status_text: 'Out' }))
      succeeded(await ada.delete(`/users/${gwen.id}`))
      succeeded(await ada.post(`/users/${gwen.id}/reactivate`))
    })
    expect(JSON.stringify(received!)).not.toMatch(/Gwen|gwen@|[Hh]ugo|Paris|Out/)
    expect(received!.able.filter(({ type }) => type === 'realm_user')).toEqual([])
    // A visible user stays visible after deactivation.
    const [visible] = await receivedBy([ezra], async () => {
      const ida = await realm.newPerson('ida')
      await ada.subscribes(club, { principals: [ida.id] })
      expect(await ada.delete(`/users/${ida.id}`)).toEqual(SUCCESS)
    })
    expect(JSON.stringify(visible!)).toContain('Ida')
  })
})
