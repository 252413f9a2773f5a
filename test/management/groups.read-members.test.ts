import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup } from '../support/groups'
import { refusal, SUCCESS } from '../support/answers'
import { MEMBERS_GROUP, NOBODY_GROUP, OWNERS_GROUP } from '../support/system-groups'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const INVALID_GROUP = refusal('Invalid user group')

describe('GET /user_groups/:user_group_id/members', () => {
  test('returns all members, also those of subgroups, or only the direct members', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const innermost = await newGroup(ada, 'innermost', [ezra, dov])
    const inner = await newGroup(ada, 'inner', [cleo], { subgroups: [innermost, OWNERS_GROUP] })
    const id = await newGroup(ada, 'bakers', [dov, ben], { subgroups: [inner] })
    const read = async (fields = {}) => dov.get(`/user_groups/${id}/members`, fields)
    const allMembers = [ada, ben, cleo, dov, ezra].map((person) => person.id)
    expect(await read()).toEqual({ ...SUCCESS, members: allMembers })
    expect(await read({ direct_member_only: true })).toEqual({ ...SUCCESS, members: [ben.id, dov.id] })
    const isMember = async (person: Person, fields = {}) =>
      succeeded(await dov.get(`/user_groups/${id}/members/${person.id}`, fields)).is_user_group_member
    expect([await isMember(ezra), await isMember(ezra, { direct_member_only: true })]).toEqual([true, false])
    expect([await isMember(dov), await isMember(dov, { direct_member_only: true })]).toEqual([true, true])
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    expect((await read({ direct_member_only: true })).members).toEqual([dov.id])
    expect(await isMember(ben)).toBe(false)
  })

  test('the members of a system group follow from roles', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const read = async (group: number) => succeeded(await dov.get(`/user_groups/${group}/members`)).members
    expect(await read(NOBODY_GROUP)).toEqual([])
    expect(await read(OWNERS_GROUP)).toEqual([ada.id])
    expect(await read(MEMBERS_GROUP)).toEqual([ada, ben, cleo, dov, fig].map((person) => person.id))
    expect(await read(SYSTEM_GROUPS['role:everyone'])).toContain(ezra.id)
  })
})

describe('GET /user_groups/:user_group_id/subgroups', () => {
  test('returns all subgroups, also indirect ones, or only the direct ones', async () => {
    const { ada, dov } = await freshRealm()
    const innermost = await newGroup(ada, 'innermost')
    const other = await newGroup(ada, 'other', [], { subgroups: [innermost] })
    const inner = await newGroup(ada, 'inner', [], { subgroups: [innermost] })
    const id = await newGroup(ada, 'bakers', [], { subgroups: [inner, other] })
    const read = (fields = {}) => dov.get(`/user_groups/${id}/subgroups`, fields)
    expect(await read()).toEqual({ ...SUCCESS, subgroups: [innermost, other, inner] })
    expect(await read({ direct_subgroup_only: true })).toEqual({ ...SUCCESS, subgroups: [other, inner] })
  })
})

describe('GET requests about groups', () => {
  test('a bot can be the user of a question about membership', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const id = await newGroup(ada, 'bakers', [dov, fig])
    const isMember = async (group: number) =>
      succeeded(await dov.get(`/user_groups/${group}/members/${fig.id}`)).is_user_group_member
    expect([await isMember(id), await isMember(OWNERS_GROUP)]).toEqual([true, false])
    const subscription = succeeded(await dov.get(`/users/${fig.id}/subscriptions/${general.stream_id}`))
    expect(subscription.is_subscribed).toBe(true)
    expect(succeeded(await dov.get(`/users/${fig.id}/channels`)).subscribed_channel_ids).toContain(general.stream_id)
  })

  test('guests are refused, and unknown groups and users', async () => {
    const { dov, ezra, fig } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [ezra])
    const paths = (group: number) => [`/${group}/members`, `/${group}/members/${dov.id}`, `/${group}/subgroups`]
    for (const path of paths(id)) {
      expect(succeeded(await fig.get(`/user_groups${path}`))).toEqual(succeeded(await dov.get(`/user_groups${path}`)))
      expect(await ezra.get(`/user_groups${path}`)).toEqual(refusal('Not allowed for guest users'))
    }
    for (const path of paths(987)) expect(await dov.get(`/user_groups${path}`)).toEqual(INVALID_GROUP)
    expect(await dov.get(`/user_groups/${id}/members/987`)).toEqual(refusal('No such user'))
  })
})
