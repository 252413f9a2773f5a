import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup, listGroups } from '../support/groups'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'

const DEACTIVATED = refusal('User group is deactivated.')

const deactivateGroup = (person: Person, group: number): Promise<Json> =>
  person.post(`/user_groups/${group}/deactivate`)
const inUse = (...objections: object[]) =>
  refusal('Cannot deactivate user group in use.', 'CANNOT_DEACTIVATE_GROUP_IN_USE', { objections })

describe('POST /user_groups/:user_group_id/deactivate', () => {
  test('clients that do not know deactivated groups receive its removal; no user can use it any more', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [ezra])
    const received = await receivedBy([ada, dov, ezra], async () =>
      expect(await deactivateGroup(dov, id)).toEqual(SUCCESS),
    )
    for (const { plain, able } of received) {
      expect(plain).toEqual([{ type: 'user_group', op: 'remove', group_id: id }])
      expect(able).toEqual([{ type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } }])
    }
    expect(await listGroups(ada)).toMatchObject([{ id, name: 'bakers', deactivated: true, members: [ezra.id] }])

    await changesNothing([ada, ezra], async () => {
      expect(await deactivateGroup(dov, id)).toEqual(DEACTIVATED)
      expect(await dov.post(`/user_groups/${id}/members`, { add: [ada.id] })).toEqual(DEACTIVATED)
      expect(await dov.post(`/user_groups/${id}/subgroups`, { add: [3] })).toEqual(DEACTIVATED)
      const fields = { name: 'x', description: '', members: [] }
      expect(await dov.post('/user_groups/create', { ...fields, subgroups: [id] })).toEqual(DEACTIVATED)
      expect(await dov.post('/user_groups/create', { ...fields, can_join_group: id })).toEqual(DEACTIVATED)
      const can_join_group = { direct_members: [dov.id], direct_subgroups: [id] }
      expect(await dov.post('/user_groups/create', { ...fields, can_join_group })).toEqual(DEACTIVATED)
    })

    const mentionGroup = async () => {
      const message = await dov.sends(general, 'lunch', 'Dear @*bakers*!')
      return succeeded(await ezra.get(`/messages/${message.id}`)).message
    }
    expect(await mentionGroup()).toMatchObject({
      flags: [],
      content: expect.not.stringContaining('user-group-mention'),
    })
    succeeded(await dov.patch(`/user_groups/${id}`, { deactivated: false }))
    expect(await mentionGroup()).toMatchObject({
      flags: ['mentioned'],
      content: expect.stringContaining('user-group-mention'),
    })
  })

  test('the members can still be read, and remain members when the group is reactivated', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [ada])
    succeeded(await deactivateGroup(dov, id))
    expect(await dov.get(`/user_groups/${id}/members`)).toEqual({ ...SUCCESS, members: [ada.id] })
    succeeded(await dov.patch(`/user_groups/${id}`, { deactivated: false }))
    expect(await listGroups(ada)).toMatchObject([{ deactivated: false, members: [ada.id] }])
  })

  test('a group in use is refused; the answer lists every use that the actor can see', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [dov])
    const bakersAndAda = { direct_members: [ada.id], direct_subgroups: [id] }
    const permissions = { can_administer_channel_group: id, can_remove_subscribers_group: bakersAndAda }
    const open = await newChannel(ada, 'open', [ada], permissions)
    const sealed = await newChannel(ada, 'sealed', [ada], { invite_only: true, can_remove_subscribers_group: id })
    const outer = await newGroup(ada, 'outer', [], { subgroups: [id] })
    const outermost = await newGroup(ada, 'outermost', [], { subgroups: [outer, id], can_join_group: id })
    await executeSql(
      realm,
      "INSERT INTO realm_settings (name, value) VALUES ('can_create_groups', ?), ('can_invite_users_group', ?)",
      JSON.stringify(bakersAndAda),
      String(id),
    )
    const objections = (privateChannel: object) =>
      inUse(
        { type: 'realm', settings: ['can_create_groups', 'can_invite_users_group'] },
        {
          type: 'channel',
          channel_id: open.stream_id,
          settings: ['can_administer_channel_group', 'can_remove_subscribers_group'],
        },
        { type: 'channel', ...privateChannel, settings: ['can_remove_subscribers_group'] },
        { type: 'user_group', group_id: outermost, settings: ['can_join_group'] },
        { type: 'subgroup', supergroup_ids: [outer, outermost] },
      )
    await changesNothing([ada, dov, ezra], async () => {
      expect(await deactivateGroup(ada, id)).toEqual(objections({ channel_id: sealed.stream_id }))
      expect(await deactivateGroup(dov, id)).toEqual(objections({})) // dov cannot see the private channel
    })
  })

  test('uses by archived channels, by deactivated groups and by the group itself do not count', async () => {
    const { ada, dov } = await freshRealm()
    const inner = await newGroup(dov, 'inner')
    const id = await newGroup(dov, 'bakers', [], { subgroups: [inner], can_join_group: inner })
    const den = await newChannel(ada, 'den', [ada], { can_administer_channel_group: inner })
    succeeded(await dov.patch(`/user_groups/${inner}`, { can_mention_group: { new: inner } }))
    expect(await deactivateGroup(dov, inner)).toMatchObject({ code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' })
    succeeded(await deactivateGroup(dov, id))
    succeeded(await ada.delete(`/streams/${den.stream_id}`))
    expect(await deactivateGroup(dov, inner)).toEqual(SUCCESS)
  })

  test('only managers can deactivate a group, and no user a system group', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const managed = { can_manage_group: { direct_members: [dov.id, ezra.id], direct_subgroups: [] } }
    const id = await newGroup(cleo, 'bakers', [ben, dov, ezra], managed)
    await changesNothing([ada, dov], async () => {
      for (const person of [ben, cleo, ezra, fig]) expect(await deactivateGroup(person, id)).toEqual(NO_PERMISSION)
      for (const system of Object.values(SYSTEM_GROUPS))
        expect(await deactivateGroup(ada, system)).toEqual(NO_PERMISSION)
      expect(await deactivateGroup(ada, 987)).toEqual(refusal('Invalid user group'))
    })
    for (const person of [ada, dov]) {
      expect(await deactivateGroup(person, id)).toEqual(SUCCESS)
      succeeded(await person.patch(`/user_groups/${id}`, { deactivated: false }))
    }
  })
})
