import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { newGroup, ownGroups } from '../support/groups'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { letterTo, mailFrom } from '../support/mail'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const NO_SUCH_USER = refusal('No such user')
const GONE = refusal('Account is deactivated', 'USER_DEACTIVATED')

const activity = (who: Person, is_active: boolean) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: who.id, is_active },
})
const members = (op: 'add' | 'remove', group_id: number, who: Person) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: [who.id],
})
const peers = (op: 'add' | 'remove', stream_ids: number[], who: Person) => ({
  type: 'subscription',
  op: `peer_${op}`,
  stream_ids,
  user_ids: [who.id],
})

describe('DELETE /users/:user_id', () => {
  test('everyone hears that somebody is gone, from the channels they may see into, and from the groups', async () => {
    const { ada, ben, cleo, ezra, general, vault } = await freshRealm()
    const crew = await newGroup(ada, 'crew', [ben, ezra])
    const attendants = await receivedBy([ada, cleo, ezra], async () => {
      expect(await ada.delete(`/users/${ben.id}`)).toEqual(SUCCESS)
    })
    const told = (channels: number[]) => [
      activity(ben, false),
      peers('remove', channels, ben),
      members('remove', 3, ben),
      members('remove', crew, ben),
    ]
    const [toAda, toCleo, toEzra] = attendants
    expect(toAda!.able).toEqual(told([general.stream_id, vault.stream_id]))
    expect(toCleo!.able).toEqual(told([general.stream_id]))
    expect(toEzra!.plain).toEqual(told([general.stream_id]))
    expect(succeeded(await ezra.get(`/users/${ben.id}`)).user).toMatchObject({ is_active: false, full_name: 'Ben' })
  })

  test('they are let in no more, by key or by password, and nothing waits for them', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const waiting = dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    await untilParked(realm, 1)
    succeeded(await ada.delete(`/users/${dov.id}`))
    succeeded(await waiting)
    expect(await dov.get('/users/me')).toEqual(GONE)
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })).toEqual(GONE)
    const { email, password } = dov.account
    expect(await realm.post('/fetch_api_key', { username: email, password })).toEqual(GONE)
    expect(await realm.post('/dev_fetch_api_key', { username: email })).toEqual(GONE)
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('their bots go first, and nobody else’s', async () => {
    const { ada, dov, cleo, fig } = await freshRealm()
    const hal = await newBot(cleo, 'hal')
    const [toAda] = await receivedBy([ada, cleo], async () => {
      succeeded(await ada.delete(`/users/${dov.id}`))
    })
    const gone = toAda!.plain.filter(({ type }) => type === 'realm_user')
    expect(gone).toEqual([activity(fig, false), activity(dov, false)])
    expect(await fig.get('/users/me')).toEqual(GONE)
    succeeded(await hal.get('/users/me'))
  })

  test('nobody writes to them, brings them in, or finds them in a channel', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await cleo.post('/messages', { type: 'direct', to: [dov.id], content: 'Hello' })).toMatchObject({
      result: 'error',
    })
    const wanted = { subscriptions: [{ name: garden.name }], principals: [dov.id] }
    expect(await ada.post('/users/me/subscriptions', wanted)).toEqual(refusal('User is deactivated'))
    const { subscribers } = succeeded(await ada.get(`/streams/${general.stream_id}/members`))
    expect(subscribers).not.toContain(dov.id)
    expect(subscribers).toContain(cleo.id)
  })

  test('they are told by mail, if whoever decided so has something to say', async () => {
    const { realm, ada, dov, cleo } = await freshRealm()
    const path = `/users/${dov.id}`
    const tooLong = { deactivation_notification_comment: 'x'.repeat(2001) }
    expect(await ada.delete(path, tooLong)).toEqual(
      refusal('deactivation_notification_comment is too long (limit: 2000 characters)'),
    )
    succeeded(await ada.delete(path, { deactivation_notification_comment: 'Thank you <b>Dov</b>' }))
    const letter = await letterTo(realm, dov.email)
    expect(letter.subject).toContain('deactivated')
    expect(letter.text).toContain('Thank you <b>Dov</b>')
    expect(letter.html).not.toContain('<b>Dov')
    succeeded(await ada.delete(`/users/${cleo.id}`))
    expect((await mailFrom(realm)).map(({ to }) => to)).toEqual([dov.email])
  })

  test('administrators deactivate people, owners owners, and nobody below them anybody', async () => {
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

  test('refused, and nothing changes: the last owner, bots, who is gone already, nobody', async () => {
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
  test('anybody leaves of their own accord, guests too', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const [toAda] = await receivedBy([ada], async () => {
      expect(await ezra.delete('/users/me')).toEqual(SUCCESS)
      expect(await dov.delete('/users/me')).toEqual(SUCCESS)
    })
    expect(toAda!.plain).toContainEqual(activity(ezra, false))
    expect(toAda!.plain).toContainEqual(activity(dov, false))
    expect(await dov.get('/users/me')).toEqual(GONE)
  })

  test('but for the last owner, and for bots', async () => {
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
  test('somebody is back with their name, role, channels and groups, and everyone hears of it', async () => {
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
    expect(after.subscriptions.map((each: Json) => each.color)).toEqual(
      before.subscriptions.map((each: Json) => each.color),
    )
    expect(after.is_admin).toBe(true)
  })

  test('what was said while they were gone they did not receive, and where history is protected they do not read it', async () => {
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
    expect(messages.map((each: Json) => each.content)).toEqual(['Before', 'After'])
  })

  test('a bot’s owner brings it back; where the owner is gone, whoever does becomes its owner', async () => {
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
    expect(await dov.get('/users/me')).toEqual(GONE)
  })

  test('only administrators bring people back, and who is back already stays as they are', async () => {
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

  test('an owner is brought back by owners', async () => {
    const { realm, ada, ben } = await freshRealm()
    const olaf = await realm.newPerson('olaf', { role: 100 })
    succeeded(await ada.delete(`/users/${olaf.id}`))
    expect(await ben.post(`/users/${olaf.id}/reactivate`)).toEqual(OWNERS_ONLY)
    expect(await ada.post(`/users/${olaf.id}/reactivate`)).toEqual(SUCCESS)
  })

  test('where names are unique, a name that somebody else has taken since keeps them out', async () => {
    const { realm, ada, dov } = await freshRealm()
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('require_unique_names', 'true')")
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    succeeded(await ada.patch(`/users/${dov.id}`, { full_name: 'gwen' }))
    expect(await ada.post(`/users/${gwen.id}/reactivate`)).toEqual(
      refusal('Unique names required in this organization.'),
    )
  })

  test('a role that was changed meanwhile is the one they come back with', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    succeeded(await ada.delete(`/users/${dov.id}`))
    await replays([ada, ben, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
      succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    })
    const { streams } = succeeded(await dov.get('/streams'))
    expect(streams.map((each: Json) => each.stream_id)).toEqual([general.stream_id])
  })
})

describe('permissions held by name', () => {
  const these = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] })

  /** Dov, with others, in a permission of the realm, of a group and of a private channel. */
  async function realmNamingDov() {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov } = cast
    succeeded(await ada.patch('/realm', { can_create_bots_group: { new: these(cleo.id, dov.id) } }))
    const bakers = await newGroup(ada, 'bakers', [], { can_join_group: these(ben.id, dov.id) })
    const gone = await newGroup(ada, 'gone', [], { can_mention_group: these(dov.id) })
    succeeded(await ada.post(`/user_groups/${gone}/deactivate`))
    const { stream_id } = await newChannel(ada, 'cellar', [ada, ben], { invite_only: true })
    succeeded(await ada.patch(`/streams/${stream_id}`, { can_subscribe_group: { new: these(cleo.id, dov.id) } }))
    succeeded(await ada.patch(`/streams/${stream_id}`, { can_send_message_group: { new: these(dov.id) } }))
    return { ...cast, bakers, gone, stream_id }
  }

  const HELD = ['realm update_dict', 'user_group update', 'stream update']
  const aboutHolders = (events: Json[]) => events.filter(({ type, op }) => HELD.includes(`${type} ${op}`))

  test('name nobody who is deactivated, and name them again once they are back', async () => {
    const { ada, ben, cleo, dov, ezra, bakers, gone, stream_id } = await realmNamingDov()
    const group = (group_id: number, data: object) => ({ type: 'user_group', op: 'update', group_id, data })
    const channel = (property: string, value: object) => {
      const where = { stream_id, name: 'cellar' }
      return { type: 'stream', op: 'update', ...where, property, value }
    }
    const turns = [
      { act: () => ada.delete(`/users/${dov.id}`), dovs: [] },
      { act: () => ada.post(`/users/${dov.id}/reactivate`), dovs: [dov.id] },
    ]
    for (const { act, dovs } of turns) {
      const data = { can_create_bots_group: these(cleo.id, ...dovs) }
      const toEveryone = [
        { type: 'realm', op: 'update_dict', property: 'default', data },
        group(bakers, { can_join_group: these(ben.id, ...dovs) }),
      ]
      const toWhoKnowsDeactivated = group(gone, { can_mention_group: these(...dovs) })
      const toViewers = [
        channel('can_send_message_group', these(...dovs)),
        channel('can_subscribe_group', these(cleo.id, ...dovs)),
      ]
      const attendants = await receivedBy([ada, ben, cleo, ezra], async () => expect(await act()).toEqual(SUCCESS))
      for (const [nth, { plain, able }] of attendants.entries()) {
        const seen = nth < 3 ? toViewers : []
        expect(aboutHolders(plain)).toEqual([...toEveryone, ...seen])
        expect(aboutHolders(able)).toEqual([...toEveryone, toWhoKnowsDeactivated, ...seen])
      }
    }
  })

  test('are shown alike wherever they are asked for', async () => {
    const { ada, ben, cleo, dov, bakers, stream_id } = await realmNamingDov()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    expect(user_groups.find(({ id }: Json) => id === bakers).can_join_group).toEqual(these(ben.id))
    const shown = { can_subscribe_group: these(cleo.id), can_send_message_group: these() }
    expect(succeeded(await ada.get(`/streams/${stream_id}`)).stream).toMatchObject(shown)
    for (const [path, list] of [
      ['/streams', 'streams'],
      ['/users/me/subscriptions', 'subscriptions'],
    ] as const) {
      const channels: Json[] = succeeded(await ada.get(path))[list]
      expect(channels.find((each) => each.stream_id === stream_id)).toMatchObject(shown)
    }
    const { state } = await ada.registers()
    expect(state.realm_can_create_bots_group).toEqual(these(cleo.id))
  })

  test('are changed by who goes by what is shown, and are told without them', async () => {
    const { ada, ben, cleo, dov, ezra, bakers, stream_id } = await realmNamingDov()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const both = these(ben.id, cleo.id, dov.id)
    const [heard] = await receivedBy([ada, ben, cleo, ezra], async () => {
      const change = { new: both, old: these(cleo.id) }
      const answer = succeeded(await ada.patch('/realm', { can_create_bots_group: change }))
      expect(answer.can_create_bots_group).toEqual(these(ben.id, cleo.id))
      succeeded(await ada.patch(`/user_groups/${bakers}`, { can_join_group: { new: both, old: these(ben.id) } }))
      succeeded(await ada.patch(`/streams/${stream_id}`, { can_subscribe_group: change }))
      succeeded(await ada.patch(`/streams/${stream_id}`, { can_send_message_group: { new: both, old: these() } }))
      // Somebody comes to a channel that names who is gone, and a channel that names them comes back.
      await ada.subscribes({ name: 'cellar' }, { principals: [ezra.id] })
      succeeded(await ada.delete(`/streams/${stream_id}`))
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_archived: false }))
    })
    const dovHolds = new RegExp(`"direct_members":\\[[^\\]]*\\b${dov.id}\\b`)
    for (const events of [heard!.plain, heard!.able]) expect(JSON.stringify(events)).not.toMatch(dovHolds)
    await replays([ada, ben, cleo, ezra], async () => succeeded(await ada.post(`/users/${dov.id}/reactivate`)))
    expect(succeeded(await ada.get(`/streams/${stream_id}`)).stream.can_subscribe_group).toEqual(both)
  })

  test('of bots that go with whoever they belong to are told without them, too', async () => {
    const { ada, ben, dov } = await freshRealm()
    const bot = await newBot(dov, 'robin')
    const bakers = await newGroup(ada, 'bakers', [], { can_join_group: these(ben.id, dov.id, bot.id) })
    await replays([ada, ben], async () => succeeded(await dov.delete('/users/me')))
    const shown = async () => (await ownGroups(ada)).find(({ id }) => id === bakers).can_join_group
    expect(await shown()).toEqual(these(ben.id))
    await replays([ada, ben], async () => succeeded(await ada.post(`/users/${bot.id}/reactivate`)))
    expect(await shown()).toEqual(these(ben.id, bot.id))
  })
})
