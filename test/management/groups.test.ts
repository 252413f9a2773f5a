import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { groupOfUsers, listGroups, newGroup } from '../support/groups'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { EVERYONE_GROUP, MEMBERS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { executeSql } from '../support/tables'

const INVALID_GROUP = refusal('Invalid user group')

describe('POST /user_groups/create', () => {
  test('all users receive the new group; its creator manages it', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const inner = await newGroup(ada, 'inner')
    let id = 0
    const received = await receivedBy([ada, dov, ezra], async () => {
      const answer = await dov.post('/user_groups/create', {
        name: ' Bakers ',
        description: 'We bake.',
        members: [ezra.id, ben.id, ben.id],
        subgroups: [inner, inner],
      })
      expect(answer).toEqual({ ...SUCCESS, group_id: expect.any(Number) })
      id = answer.group_id
    })
    const group = {
      id,
      name: 'Bakers',
      description: 'We bake.',
      date_created: 2_000_000_000,
      creator_id: dov.id,
      members: [ben.id, ezra.id],
      direct_subgroup_ids: [inner],
      is_system_group: false,
      deactivated: false,
      can_add_members_group: groupOfUsers(dov),
      can_join_group: NOBODY_GROUP,
      can_leave_group: EVERYONE_GROUP,
      can_manage_group: groupOfUsers(dov),
      can_mention_group: EVERYONE_GROUP,
      can_remove_members_group: NOBODY_GROUP,
    }
    for (const { plain, able } of received)
      for (const events of [plain, able]) expect(events).toEqual([{ type: 'user_group', op: 'add', group }])
    expect((await listGroups(dov))[1]).toEqual(group)
  })

  test('the request may set the permissions, in both forms', async () => {
    const { ada, dov } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const id = await newGroup(dov, 'bakers', [], {
      can_add_members_group: { direct_members: [], direct_subgroups: [inner] },
      can_join_group: MEMBERS_GROUP,
      can_leave_group: { direct_members: [], direct_subgroups: [] },
      can_mention_group: inner,
      can_manage_group: { direct_members: [dov.id, ada.id, dov.id], direct_subgroups: [inner, MEMBERS_GROUP] },
    })
    expect((await listGroups(dov)).find((group: Json) => group.id === id)).toMatchObject({
      can_add_members_group: inner,
      can_join_group: MEMBERS_GROUP,
      can_leave_group: NOBODY_GROUP,
      can_mention_group: inner,
      can_manage_group: { direct_members: [ada.id, dov.id], direct_subgroups: [MEMBERS_GROUP, inner] },
    })
  })

  test('the limit of a name counts code points', async () => {
    const { dov } = await freshRealm()
    const names = ['🍞'.repeat(100), 'my role:']
    for (const name of names) await newGroup(dov, name)
    expect((await listGroups(dov)).map((group) => group.name)).toEqual(names)
  })

  test('invalid values are refused', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    await newGroup(ada, 'Bakers')
    const deactivated = await realm.newPerson('gus')
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', deactivated.id)
    await executeSql(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', await newGroup(ada, 'old'))
    const old = 10
    const cases: [fields: Record<string, FieldValue>, answer: object][] = [
      [{ name: '' }, refusal("User group name can't be empty!")],
      [{ name: ' \n' }, refusal("User group name can't be empty!")],
      [{ name: 'x'.repeat(101) }, refusal('User group name cannot exceed 100 characters.')],
      ...['@', 'role:', 'user:', 'stream:', 'channel:'].map((prefix): [Record<string, FieldValue>, object] => [
        { name: ` ${prefix}x` },
        refusal(`User group name cannot start with '${prefix}'.`),
      ]),
      [{ name: 'bakers' }, refusal("User group 'bakers' already exists.")],
      [{ name: 'OLD' }, refusal("User group 'OLD' already exists.")],
      [{ members: [dov.id, 987] }, refusal('Invalid user ID: 987')],
      [{ members: [deactivated.id] }, refusal(`Invalid user ID: ${deactivated.id}`)],
      [{ members: [1] }, refusal('Invalid user ID: 1')], // a system bot
      [{ members: 'dov' }, refusal('members is not valid JSON')],
      [{ subgroups: [987] }, INVALID_GROUP],
      [{ subgroups: [old] }, refusal('User group is deactivated.')],
      [{ can_join_group: 987 }, INVALID_GROUP],
      [{ can_join_group: old }, refusal('User group is deactivated.')],
      [{ can_join_group: { direct_members: [987], direct_subgroups: [] } }, refusal('Invalid user ID: 987')],
      [{ can_join_group: { direct_members: [dov.id], direct_subgroups: [987] } }, INVALID_GROUP],
      [{ can_join_group: { direct_members: [dov.id] } }, refusal('Invalid can_join_group')],
      [{ can_join_group: EVERYONE_GROUP }, refusal("'can_join_group' setting cannot be set to 'role:everyone' group.")],
      [{ can_manage_group: 8 }, refusal("'can_manage_group' setting cannot be set to 'role:internet' group.")],
      [{ can_mention_group: 8 }, refusal("'can_mention_group' setting cannot be set to 'role:internet' group.")],
      [{ can_mention_group: 2 }, refusal("'can_mention_group' setting cannot be set to 'role:owners' group.")],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, answer] of cases)
        expect(
          await dov.post('/user_groups/create', { name: 'x', description: '', members: [], ...fields }),
          JSON.stringify(fields),
        ).toEqual(answer)
      for (const var_name of ['name', 'description', 'members'])
        expect(
          await dov.post('/user_groups/create', { name: 'x', description: '', members: [], [var_name]: undefined }),
        ).toEqual(refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name }))
    })
  })

  test('guests cannot create groups, and bots can', async () => {
    const { ada, dov, ezra, fig } = await freshRealm()
    const group = { name: 'x', description: '', members: [] }
    await changesNothing([ada, ezra], async () => {
      expect(await ezra.post('/user_groups/create', group)).toEqual(NO_PERMISSION)
    })
    succeeded(await dov.post('/user_groups/create', group))
    succeeded(await fig.post('/user_groups/create', { ...group, name: 'y' }))
  })
})

describe('GET /user_groups', () => {
  test('a new realm has all system groups; each is a member of the next larger one', async () => {
    const { ada } = await freshRealm()
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    const subgroups = Object.fromEntries(user_groups.map((group: Json) => [group.name, group.direct_subgroup_ids]))
    expect(subgroups).toEqual({
      'role:internet': [EVERYONE_GROUP],
      'role:everyone': [MEMBERS_GROUP],
      'role:members': [SYSTEM_GROUPS['role:fullmembers']],
      'role:fullmembers': [SYSTEM_GROUPS['role:moderators']],
      'role:moderators': [SYSTEM_GROUPS['role:administrators']],
      'role:administrators': [SYSTEM_GROUPS['role:owners']],
      'role:owners': [],
      'role:nobody': [],
    })
    const ids = Object.fromEntries(user_groups.map((group: Json) => [group.name, group.id]))
    expect(ids).toEqual(SYSTEM_GROUPS)
  })

  test('returns all groups, deactivated ones only on request', async () => {
    const { realm, ada, dov } = await freshRealm()
    const bakers = await newGroup(ada, 'bakers', [dov])
    const old = await newGroup(ada, 'old')
    await executeSql(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', old)
    const ids = async (fields = {}) =>
      succeeded(await dov.get('/user_groups', fields)).user_groups.map((group: Json) => group.id)
    const system = Object.values(SYSTEM_GROUPS)
    expect(await ids()).toEqual([...system, bakers])
    expect(await ids({ include_deactivated_groups: true })).toEqual([...system, bakers, old])
    const { user_groups } = await dov.get('/user_groups')
    expect(user_groups).toEqual((await dov.registers()).state.realm_user_groups)
    expect(user_groups[MEMBERS_GROUP - 1]).toMatchObject({
      name: 'role:members',
      description: 'Members of this organization, not including guests',
      is_system_group: true,
    })
  })

  test('guests are refused, and bots are not', async () => {
    const { ezra, fig } = await freshRealm()
    expect(await ezra.get('/user_groups')).toEqual(refusal('Not allowed for guest users'))
    expect(succeeded(await fig.get('/user_groups')).user_groups).toHaveLength(Object.keys(SYSTEM_GROUPS).length)
  })
})
