import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { groupOfUsers, listGroups, newGroup } from '../support/groups'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { EVERYONE_GROUP, MEMBERS_GROUP, MODERATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { executeSql } from '../support/tables'

const groupUpdated = (group_id: number, data: object) => ({ type: 'user_group', op: 'update', group_id, data })

describe('PATCH /user_groups/:user_group_id', () => {
  test('all users receive the fields of a group that changed, and no others', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const received = await receivedBy([ada, dov, ezra], async () => {
      const changes = { name: ' Cooks ', description: '', can_join_group: { new: MEMBERS_GROUP } }
      expect(await dov.patch(`/user_groups/${id}`, changes)).toEqual(SUCCESS)
      expect(await dov.patch(`/user_groups/${id}`, { description: 'We cook.' })).toEqual(SUCCESS)
    })
    for (const { plain, able } of received)
      for (const events of [plain, able])
        expect(events).toEqual([
          groupUpdated(id, { name: 'Cooks', can_join_group: MEMBERS_GROUP }),
          groupUpdated(id, { description: 'We cook.' }),
        ])
    expect(await listGroups(ada)).toMatchObject([
      { name: 'Cooks', description: 'We cook.', can_join_group: MEMBERS_GROUP },
    ])
  })

  test('each permission can be changed in both forms, with its old value', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const changes: [name: string, old: FieldValue, requested: FieldValue, stored: FieldValue][] = [
      ['can_add_members_group', groupOfUsers(dov), groupOfUsers(), NOBODY_GROUP],
      ['can_join_group', groupOfUsers(), { direct_members: [], direct_subgroups: [MEMBERS_GROUP] }, MEMBERS_GROUP],
      ['can_leave_group', EVERYONE_GROUP, NOBODY_GROUP, NOBODY_GROUP],
      [
        'can_mention_group',
        { direct_members: [], direct_subgroups: [EVERYONE_GROUP] },
        MODERATORS_GROUP,
        MODERATORS_GROUP,
      ],
      ['can_remove_members_group', NOBODY_GROUP, groupOfUsers(dov, ada, dov), groupOfUsers(ada, dov)],
      ['can_manage_group', groupOfUsers(dov), groupOfUsers(dov, ada), groupOfUsers(ada, dov)],
    ]
    for (const [name, old, requested, stored] of changes) {
      const [adaEvents] = await receivedBy([ada], async () =>
        expect(await dov.patch(`/user_groups/${id}`, { [name]: { new: requested, old } })).toEqual(SUCCESS),
      )
      expect(adaEvents!.able).toEqual([groupUpdated(id, { [name]: stored })])
    }
  })

  test('a permission can still be changed after some of its users are deactivated', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [], { can_join_group: groupOfUsers(dov, ezra) })
    for (const person of [cleo, ezra]) succeeded(await ada.delete(`/users/${person.id}`))
    const change = (requested: { id: number }[], old: { id: number }[]) =>
      dov.patch(`/user_groups/${id}`, {
        can_join_group: { new: groupOfUsers(...requested), old: groupOfUsers(...old) },
      })
    const permission = async () => (await listGroups(ada))[0].can_join_group
    // One client still has the deactivated user in its state; another has the state of now.
    expect(await change([ben, dov, ezra], [dov, ezra])).toEqual(SUCCESS)
    expect(await permission()).toEqual(groupOfUsers(ben, dov))
    expect(await change([cleo, dov], [ben, dov])).toEqual(refusal(`Invalid user ID: ${cleo.id}`))
    expect(await change([ada], [dov, { id: 987 }])).toMatchObject({ code: 'EXPECTATION_MISMATCH' })
    expect(await change([dov], [ben, dov])).toEqual(SUCCESS)
    expect(await permission()).toEqual(groupOfUsers(dov))
    expect(await change([dov, ezra], [dov])).toEqual(refusal(`Invalid user ID: ${ezra.id}`))
  })

  test('a change to the current values publishes nothing', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    await changesNothing([ada, dov], async () => {
      for (const same of [
        { name: ' bakers' },
        { description: '' },
        { can_join_group: { new: groupOfUsers() } },
        { can_manage_group: { new: groupOfUsers(dov), old: groupOfUsers(dov, dov) } },
        { deactivated: true },
        { deactivated: false },
      ])
        expect(await dov.patch(`/user_groups/${id}`, same)).toEqual(SUCCESS)
    })
  })

  test('a new name may differ only in case', async () => {
    const { dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    expect(await dov.patch(`/user_groups/${id}`, { name: 'Bakers' })).toEqual(SUCCESS)
    expect(await listGroups(dov)).toMatchObject([{ name: 'Bakers' }])
  })

  test('invalid values are refused, and nothing changes', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    await newGroup(ada, 'Cooks')
    const mismatch = refusal("'old' value does not match the expected value.", 'EXPECTATION_MISMATCH')
    const cases: [fields: Record<string, FieldValue>, answer: object][] = [
      [{ description: undefined }, refusal('No new data supplied')],
      [{ name: '' }, refusal("User group name can't be empty!")],
      [{ name: 'x'.repeat(101) }, refusal('User group name cannot exceed 100 characters.')],
      [{ name: 'role:bakers' }, refusal("User group name cannot start with 'role:'.")],
      [{ name: 'cooks' }, refusal("User group 'cooks' already exists.")],
      [{ name: 'ROLE:owners' }, refusal("User group 'ROLE:owners' already exists.")],
      [{ can_join_group: { new: MEMBERS_GROUP, old: EVERYONE_GROUP } }, mismatch],
      [{ can_join_group: { new: NOBODY_GROUP, old: groupOfUsers(dov) } }, mismatch],
      [{ can_manage_group: { new: MEMBERS_GROUP, old: groupOfUsers(ada) } }, mismatch],
      [{ can_join_group: { new: 987 } }, refusal('Invalid user group')],
      [{ can_join_group: { new: groupOfUsers({ id: 987 }) } }, refusal('Invalid user ID: 987')],
      [
        { can_join_group: { new: EVERYONE_GROUP } },
        refusal("'can_join_group' setting cannot be set to 'role:everyone' group."),
      ],
      [{ can_join_group: { old: EVERYONE_GROUP } }, refusal('new key is missing from can_join_group')],
      [{ can_join_group: MEMBERS_GROUP }, refusal('can_join_group is not a dict')],
      [{ deactivated: 'perhaps' }, refusal('deactivated is not valid JSON')],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, answer] of cases)
        expect(await dov.patch(`/user_groups/${id}`, { description: 'x', ...fields }), JSON.stringify(fields)).toEqual(
          answer,
        )
      for (const unknown of [987, 0])
        expect(await dov.patch(`/user_groups/${unknown}`, { name: 'x' })).toEqual(refusal('Invalid user group'))
    })
  })

  test('only managers of the group and of all groups may change it', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newGroup(cleo, 'bakers', [ben, dov, ezra, fig], {
      can_manage_group: groupOfUsers(cleo, ezra),
      can_add_members_group: groupOfUsers(dov),
    })
    await changesNothing([ada, dov], async () => {
      // Ben, an administrator, does not manage all groups. Ezra is a guest, and guests manage no group.
      for (const person of [ben, dov, ezra, fig])
        expect(await person.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
    })
    for (const [i, person] of [ada, cleo].entries())
      expect(await person.patch(`/user_groups/${id}`, { name: `x${i}` })).toEqual(SUCCESS)
    await changesNothing([ada, dov], async () => {
      for (const system of Object.values(SYSTEM_GROUPS))
        expect(await ada.patch(`/user_groups/${system}`, { description: 'x' })).toEqual(NO_PERMISSION)
    })
  })

  test('clients that know deactivated groups receive changes of one; when it is reactivated, all clients receive it', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [ezra])
    await executeSql(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', id)
    const renamed = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.patch(`/user_groups/${id}`, { name: 'cooks' })).toEqual(SUCCESS),
    )
    for (const { plain, able } of renamed) {
      expect(plain).toEqual([])
      expect(able).toEqual([groupUpdated(id, { name: 'cooks' })])
    }
    const reactivated = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.patch(`/user_groups/${id}`, { deactivated: false, description: 'Back!' })).toEqual(SUCCESS),
    )
    const [group] = await listGroups(ada)
    expect(group).toMatchObject({ name: 'cooks', deactivated: false, members: [ezra.id] })
    for (const { plain, able } of reactivated) {
      expect(plain).toEqual([{ type: 'user_group', op: 'add', group }])
      expect(able).toEqual([groupUpdated(id, { deactivated: false, description: 'Back!' })])
    }
  })

  test('a change of can_manage_group takes effect at once', async () => {
    const { cleo, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    expect(await cleo.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
    succeeded(await dov.patch(`/user_groups/${id}`, { can_manage_group: { new: MODERATORS_GROUP } }))
    expect(await dov.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
    expect(await cleo.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(SUCCESS)
    const names = (await listGroups(dov)).map((group: Json) => group.name)
    expect(names).toEqual(['x'])
  })
})
