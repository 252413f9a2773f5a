import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { newGroup, listGroups } from '../support/groups'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { emailTo, sentEmails } from '../support/mail'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

const NO_SUCH_USER = refusal('No such user')
const DEACTIVATED = refusal('Account is deactivated', 'USER_DEACTIVATED')

const activity = (user: Person, is_active: boolean) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: user.id, is_active },
})
const members = (op: 'add' | 'remove', group_id: number, user: Person) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: [user.id],
})
const peers = (op: 'add' | 'remove', stream_ids: number[], user: Person) => ({
  type: 'subscription',
  op: `peer_${op}`,
  stream_ids,
  user_ids: [user.id],
})

describe('DELETE /users/:user_id', () => {
  test('all users receive that a user is deactivated, and leaves groups and visible channels', async () => {
    const { ada, ben, cleo, ezra, general, vault } = await freshRealm()
    const crew = await newGroup(ada, 'crew', [ben, ezra])
    const received = await receivedBy([ada, cleo, ezra], async () => {
      expect(await ada.delete(`/users/${ben.id}`)).toEqual(SUCCESS)
    })
    const eventsFor = (channels: number[]) => [
      activity(ben, false),
      peers('remove', channels, ben),
      members('remove', 3, ben),
      members('remove', crew, ben),
    ]
    const [toAda, toCleo, toEzra] = received
    expect(toAda!.able).toEqual(eventsFor([general.stream_id, vault.stream_id]))
    expect(toCleo!.able).toEqual(eventsFor([general.stream_id]))
    expect(toEzra!.plain).toEqual(eventsFor([general.stream_id]))
    expect(succeeded(await ezra.get(`/users/${ben.id}`)).user).toMatchObject({ is_active: false, full_name: 'Ben' })
  })

  test('a deactivated user leaves archived channels too', async () => {
    const { ada, ben } = await freshRealm()
    const { stream_id } = await newChannel(ada, 'old', [ada, ben])
    succeeded(await ada.delete(`/streams/${stream_id}`))
    const [toAda] = await receivedBy([ada], async () => succeeded(await ada.delete(`/users/${ben.id}`)))
    const [left] = toAda!.able.filter(({ op }) => op === 'peer_remove')
    expect(left!.stream_ids).toContain(stream_id)
  })

  test('a deactivated user cannot log in, their keys fail, and their queues are deleted', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const waiting = dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    await untilParked(realm, 1)
    succeeded(await ada.delete(`/users/${dov.id}`))
    succeeded(await waiting)
    expect(await dov.get('/users/me')).toEqual(DEACTIVATED)
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })).toEqual(DEACTIVATED)
    const { email, password } = dov.account
    expect(await realm.post('/fetch_api_key', { username: email, password })).toEqual(DEACTIVATED)
    expect(await realm.post('/dev_fetch_api_key', { username: email })).toEqual(DEACTIVATED)
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('the bots of a deactivated user are deactivated first, and no other bots', async () => {
    const { ada, dov, cleo, fig } = await freshRealm()
    const hal = await newBot(cleo, 'hal')
    const [toAda] = await receivedBy([ada, cleo], async () => {
      succeeded(await ada.delete(`/users/${dov.id}`))
    })
    const deactivations = toAda!.plain.filter(({ type }) => type === 'realm_user')
    expect(deactivations).toEqual([activity(fig, false), activity(dov, false)])
    expect(await fig.get('/users/me')).toEqual(DEACTIVATED)
    succeeded(await hal.get('/users/me'))
  })

  test('no user can send messages to a deactivated user, or subscribe them', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await cleo.post('/messages', { type: 'direct', to: [dov.id], content: 'Hello' })).toMatchObject({
      result: 'error',
    })
    const params = { subscriptions: [{ name: garden.name }], principals: [dov.id] }
    expect(await ada.post('/users/me/subscriptions', params)).toEqual(refusal('User is deactivated'))
    const { subscribers } = succeeded(await ada.get(`/streams/${general.stream_id}/members`))
    expect(subscribers).not.toContain(dov.id)
    expect(subscribers).toContain(cleo.id)
  })

  test('a deactivated user gets an email if there is a comment', async () => {
    const { realm, ada, dov, cleo } = await freshRealm()
    const path = `/users/${dov.id}`
    const tooLong = { deactivation_notification_comment: 'x'.repeat(2001) }
    expect(await ada.delete(path, tooLong)).toEqual(
      refusal('deactivation_notification_comment is too long (limit: 2000 characters)'),
    )
    succeeded(await ada.delete(path, { deactivation_notification_comment: 'Thank you <b>Dov</b>' }))
    const email = await emailTo(realm, dov.email)
    expect(email.subject).toContain('deactivated')
    expect(email.text).toContain('Thank you <b>Dov</b>')
    expect(email.html).not.toContain('<b>Dov')
    succeeded(await ada.delete(`/users/${cleo.id}`))
    expect((await sentEmails(realm)).map(({ to }) => to)).toEqual([dov.email])
  })

  test('administrators deactivate users, only owners deactivate owners, and no other user can', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    const olaf = await realm.newPerson('olaf', { role: 100 })
    await changesNothing([ada, dov, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig])
        expect(await actor.delete(`/users/${gwen.id}`), actor.account.full_name).toEqual(NO_PERMISSION)
      expect(await ben.delete(`/users/${olaf.id}`)).toEqual(OWNERS_ONLY)
    })
    expect(await ben.delete(`/users/${gwen.id}`)).toEqual(SUCCESS)
    expect(await ada.delete(`/users/${olaf.id}`)).toEqual(SUCCESS)
  })

  test('the last owner, bots, deactivated and unknown users are refused', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    const system = (await ada.registers()).state.cross_realm_bots[0].user_id
    await changesNothing([ada, ben, cleo, dov, ezra], async () => {
      expect(await ada.delete(`/users/${ada.id}`)).toEqual(refusal('Cannot deactivate the only organization owner'))
      expect(await ada.delete(`/users/${gwen.id}`)).toEqual(refusal('User is deactivated'))
      for (const id of [fig.id, system, 9999, 0]) expect(await ada.delete(`/users/${id}`)).toEqual(NO_SUCH_USER)
      expect(await ada.delete('/users/x')).toMatchObject({ result: 'error' })
    })
  })
})

describe('DELETE /users/me', () => {
  test('users deactivate their own accounts, also guests', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const [toAda] = await receivedBy([ada], async () => {
      expect(await ezra.delete('/users/me')).toEqual(SUCCESS)
      expect(await dov.delete('/users/me')).toEqual(SUCCESS)
    })
    expect(toAda!.plain).toContainEqual(activity(ezra, false))
    expect(toAda!.plain).toContainEqual(activity(dov, false))
    expect(await dov.get('/users/me')).toEqual(DEACTIVATED)
  })

  test('the last owner and bots cannot deactivate their own accounts', async () => {
    const { realm, ada, ben, fig } = await freshRealm()
    await changesNothing([ada, ben], async () => {
      expect(await ada.delete('/users/me')).toEqual(
        refusal('Cannot deactivate the only organization owner.', 'CANNOT_DEACTIVATE_LAST_USER', {
          is_last_owner: true,
          entity: 'organization owner',
        }),
      )
      expect(await fig.delete('/users/me')).toEqual(refusal('This endpoint does not accept bot requests.'))
    })
    const olaf = await realm.newPerson('olaf', { role: 100 })
    expect(await ada.delete('/users/me')).toEqual(SUCCESS)
    expect(await olaf.delete('/users/me')).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER' })
  })
})

describe('POST /users/:user_id/reactivate', () => {
  test('a reactivated user has the name, role, channels and groups from before, and all users receive this', async () => {
    const { ada, ben, cleo, ezra, general, vault } = await freshRealm()
    const crew = await newGroup(ada, 'crew', [ben, ezra])
    const before = (await ben.registers({ include_subscribers: 'true' })).state
    succeeded(await ada.delete(`/users/${ben.id}`))
    const [toAda, toCleo] = await receivedBy([ada, cleo, ezra], async () => {
      expect(await ada.post(`/users/${ben.id}/reactivate`)).toEqual(SUCCESS)
    })
    expect(toAda!.able).toEqual([
      activity(ben, true),
      peers('add', [general.stream_id, vault.stream_id], ben),
      members('add', 3, ben),
      members('add', crew, ben),
    ])
    expect(toCleo!.able[1]).toEqual(peers('add', [general.stream_id], ben))
    const after = (await ben.registers({ include_subscribers: 'true' })).state
    expect(after.subscriptions.map(({ color }: Json) => color)).toEqual(
      before.subscriptions.map(({ color }: Json) => color),
    )
    expect(after.is_admin).toBe(true)
  })

  test('a user cannot read the protected history of the time while they were deactivated', async () => {
    const { ada, ben, vault } = await freshRealm()
    await ada.sends(vault, 'keys', 'Before')
    succeeded(await ada.delete(`/users/${ben.id}`))
    const meanwhile = await ada.sends(vault, 'keys', 'Meanwhile')
    succeeded(await ada.post(`/users/${ben.id}/reactivate`))
    await ada.sends(vault, 'keys', 'After')
    expect(await ben.get(`/messages/${meanwhile.id}`)).toEqual(refusal('Invalid message(s)'))
    const narrow = [['channel', vault.name]]
    const { messages } = succeeded(
      await ben.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false }),
    )
    expect(messages.map(({ content }: Json) => content)).toEqual(['Before', 'After'])
  })

  test('a bot whose owner is deactivated belongs to the user who reactivates it', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const [toEzra] = await receivedBy([ezra, ada], async () => {
      expect(await ben.post(`/users/${fig.id}/reactivate`)).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toContainEqual({
      type: 'realm_user',
      op: 'update',
      person: { user_id: fig.id, bot_owner_id: ben.id },
    })
    succeeded(await fig.get('/users/me'))
    expect(succeeded(await ezra.get(`/users/${fig.id}`)).user.bot_owner_id).toBe(ben.id)
    expect(await dov.get('/users/me')).toEqual(DEACTIVATED)
  })

  test('only administrators reactivate users, and an active user does not change', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    await changesNothing([ada, dov, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig])
        expect(await actor.post(`/users/${gwen.id}/reactivate`), actor.account.full_name).toEqual(NO_PERMISSION)
      for (const id of [9999, 0]) expect(await ben.post(`/users/${id}/reactivate`)).toEqual(NO_SUCH_USER)
      expect(await ben.post(`/users/${dov.id}/reactivate`)).toEqual(SUCCESS)
    })
    expect(await ben.post(`/users/${gwen.id}/reactivate`)).toEqual(SUCCESS)
    succeeded(await gwen.get('/users/me'))
  })

  test('only owners reactivate an owner', async () => {
    const { realm, ada, ben } = await freshRealm()
    const olaf = await realm.newPerson('olaf', { role: 100 })
    succeeded(await ada.delete(`/users/${olaf.id}`))
    expect(await ben.post(`/users/${olaf.id}/reactivate`)).toEqual(OWNERS_ONLY)
    expect(await ada.post(`/users/${olaf.id}/reactivate`)).toEqual(SUCCESS)
  })

  test('a user whose unique name is taken by now cannot be reactivated', async () => {
    const { realm, ada, dov } = await freshRealm()
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('require_unique_names', 'true')")
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    succeeded(await ada.patch(`/users/${dov.id}`, { full_name: 'gwen' }))
    expect(await ada.post(`/users/${gwen.id}/reactivate`)).toEqual(
      refusal('Unique names required in this organization.'),
    )
  })

  test('a reactivated user has the role that was set meanwhile', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    succeeded(await ada.delete(`/users/${dov.id}`))
    await replays([ada, ben, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
      succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    })
    const { streams } = succeeded(await dov.get('/streams'))
    expect(streams.map(({ stream_id }: Json) => stream_id)).toEqual([general.stream_id])
  })
})

describe('permission settings that name users', () => {
  const usersOnly = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] })

  /** Creates a realm in which a permission of the realm, of a group and of a private channel names dov. */
  async function realmNamingDov() {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov } = cast
    succeeded(await ada.patch('/realm', { can_create_bots_group: { new: usersOnly(cleo.id, dov.id) } }))
    const bakers = await newGroup(ada, 'bakers', [], { can_join_group: usersOnly(ben.id, dov.id) })
    const deactivatedGroup = await newGroup(ada, 'gone', [], { can_mention_group: usersOnly(dov.id) })
    succeeded(await ada.post(`/user_groups/${deactivatedGroup}/deactivate`))
    const { stream_id } = await newChannel(ada, 'cellar', [ada, ben], { invite_only: true })
    succeeded(await ada.patch(`/streams/${stream_id}`, { can_subscribe_group: { new: usersOnly(cleo.id, dov.id) } }))
    succeeded(await ada.patch(`/streams/${stream_id}`, { can_send_message_group: { new: usersOnly(dov.id) } }))
    return { ...cast, bakers, deactivatedGroup, stream_id }
  }

  const PERMISSION_EVENTS = ['realm update_dict', 'user_group update', 'stream update']
  const aboutHolders = (events: Json[]) => events.filter(({ type, op }) => PERMISSION_EVENTS.includes(`${type} ${op}`))

  test('are published without deactivated users, and again with them after their reactivation', async () => {
    const { ada, ben, cleo, dov, ezra, bakers, deactivatedGroup, stream_id } = await realmNamingDov()
    const group = (group_id: number, data: object) => ({ type: 'user_group', op: 'update', group_id, data })
    const channel = (property: string, value: object) => {
      const where = { stream_id, name: 'cellar' }
      return { type: 'stream', op: 'update', ...where, property, value }
    }
    const steps = [
      { act: () => ada.delete(`/users/${dov.id}`), dovIds: [] },
      { act: () => ada.post(`/users/${dov.id}/reactivate`), dovIds: [dov.id] },
    ]
    for (const { act, dovIds } of steps) {
      const data = { can_create_bots_group: usersOnly(cleo.id, ...dovIds) }
      const toAllUsers = [
        { type: 'realm', op: 'update_dict', property: 'default', data },
        group(bakers, { can_join_group: usersOnly(ben.id, ...dovIds) }),
      ]
      const toClientsWithDeactivatedGroups = group(deactivatedGroup, { can_mention_group: usersOnly(...dovIds) })
      const toViewers = [
        channel('can_send_message_group', usersOnly(...dovIds)),
        channel('can_subscribe_group', usersOnly(cleo.id, ...dovIds)),
      ]
      const received = await receivedBy([ada, ben, cleo, ezra], async () => expect(await act()).toEqual(SUCCESS))
      for (const [index, { plain, able }] of received.entries()) {
        const channelEvents = index < 3 ? toViewers : []
        expect(aboutHolders(plain)).toEqual([...toAllUsers, ...channelEvents])
        expect(aboutHolders(able)).toEqual([...toAllUsers, toClientsWithDeactivatedGroups, ...channelEvents])
      }
    }
  })

  test('are the same in every response', async () => {
    const { ada, ben, cleo, dov, bakers, stream_id } = await realmNamingDov()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    expect(user_groups.find(({ id }: Json) => id === bakers).can_join_group).toEqual(usersOnly(ben.id))
    const permissions = { can_subscribe_group: usersOnly(cleo.id), can_send_message_group: usersOnly() }
    expect(succeeded(await ada.get(`/streams/${stream_id}`)).stream).toMatchObject(permissions)
    for (const [path, list] of [
      ['/streams', 'streams'],
      ['/users/me/subscriptions', 'subscriptions'],
    ] as const) {
      const channels: Json[] = succeeded(await ada.get(path))[list]
      expect(channels.find((channel) => channel.stream_id === stream_id)).toMatchObject(permissions)
    }
    const { state } = await ada.registers()
    expect(state.realm_can_create_bots_group).toEqual(usersOnly(cleo.id))
  })

  test('can be changed on the basis of what is visible, and are published without deactivated users', async () => {
    const { ada, ben, cleo, dov, ezra, bakers, stream_id } = await realmNamingDov()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const both = usersOnly(ben.id, cleo.id, dov.id)
    const [received] = await receivedBy([ada, ben, cleo, ezra], async () => {
      const change = { new: both, old: usersOnly(cleo.id) }
      const answer = succeeded(await ada.patch('/realm', { can_create_bots_group: change }))
      expect(answer.can_create_bots_group).toEqual(usersOnly(ben.id, cleo.id))
      succeeded(await ada.patch(`/user_groups/${bakers}`, { can_join_group: { new: both, old: usersOnly(ben.id) } }))
      succeeded(await ada.patch(`/streams/${stream_id}`, { can_subscribe_group: change }))
      succeeded(await ada.patch(`/streams/${stream_id}`, { can_send_message_group: { new: both, old: usersOnly() } }))
      // A user is subscribed to a channel that names dov, and that channel is archived and unarchived.
      await ada.subscribes({ name: 'cellar' }, { principals: [ezra.id] })
      succeeded(await ada.delete(`/streams/${stream_id}`))
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_archived: false }))
    })
    const namesDov = new RegExp(`"direct_members":\\[[^\\]]*\\b${dov.id}\\b`)
    for (const events of [received!.plain, received!.able]) expect(JSON.stringify(events)).not.toMatch(namesDov)
    await replays([ada, ben, cleo, ezra], async () => succeeded(await ada.post(`/users/${dov.id}/reactivate`)))
    expect(succeeded(await ada.get(`/streams/${stream_id}`)).stream.can_subscribe_group).toEqual(both)
  })

  test('are published without bots that were deactivated with their owner', async () => {
    const { ada, ben, dov } = await freshRealm()
    const bot = await newBot(dov, 'robin')
    const bakers = await newGroup(ada, 'bakers', [], { can_join_group: usersOnly(ben.id, dov.id, bot.id) })
    await replays([ada, ben], async () => succeeded(await dov.delete('/users/me')))
    const canJoin = async () => (await listGroups(ada)).find(({ id }) => id === bakers).can_join_group
    expect(await canJoin()).toEqual(usersOnly(ben.id))
    await replays([ada, ben], async () => succeeded(await ada.post(`/users/${bot.id}/reactivate`)))
    expect(await canJoin()).toEqual(usersOnly(ben.id, bot.id))
  })
})
