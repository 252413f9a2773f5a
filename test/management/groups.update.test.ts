import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup, ownGroups } from '../support/groups'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { EVERYONE_GROUP, MEMBERS_GROUP, MODERATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { writesTo } from '../support/tables'

const these = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] })
const news = (group_id: number, data: object) => ({ type: 'user_group', op: 'update', group_id, data })

describe('PATCH /user_groups/:user_group_id', () => {
  test('everyone hears what is new about a group, and only that', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const heard = await receivedBy([ada, dov, ezra], async () => {
      const changes = { name: ' Cooks ', description: '', can_join_group: { new: MEMBERS_GROUP } }
      expect(await dov.patch(`/user_groups/${id}`, changes)).toEqual(SUCCESS)
      expect(await dov.patch(`/user_groups/${id}`, { description: 'We cook.' })).toEqual(SUCCESS)
    })
    for (const { plain, able } of heard)
      for (const events of [plain, able])
        expect(events).toEqual([
          news(id, { name: 'Cooks', can_join_group: MEMBERS_GROUP }),
          news(id, { description: 'We cook.' }),
        ])
    expect(await ownGroups(ada)).toMatchObject([
      { name: 'Cooks', description: 'We cook.', can_join_group: MEMBERS_GROUP },
    ])
  })

  test('each permission can be changed, in either form, by who knows what it was', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const changes: [name: string, old: FieldValue, wanted: FieldValue, kept: FieldValue][] = [
      ['can_add_members_group', these(dov.id), these(), NOBODY_GROUP],
      ['can_join_group', these(), { direct_members: [], direct_subgroups: [MEMBERS_GROUP] }, MEMBERS_GROUP],
      ['can_leave_group', EVERYONE_GROUP, NOBODY_GROUP, NOBODY_GROUP],
      [
        'can_mention_group',
        { direct_members: [], direct_subgroups: [EVERYONE_GROUP] },
        MODERATORS_GROUP,
        MODERATORS_GROUP,
      ],
      ['can_remove_members_group', NOBODY_GROUP, these(dov.id, ada.id, dov.id), these(ada.id, dov.id)],
      ['can_manage_group', these(dov.id), these(dov.id, ada.id), these(ada.id, dov.id)],
    ]
    for (const [name, old, wanted, kept] of changes) {
      const [heard] = await receivedBy([ada], async () =>
        expect(await dov.patch(`/user_groups/${id}`, { [name]: { new: wanted, old } })).toEqual(SUCCESS),
      )
      expect(heard!.able).toEqual([news(id, { [name]: kept })])
    }
  })

  test('a permission can still be changed when some who hold it are deactivated', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [], { can_join_group: these(dov.id, ezra.id) })
    for (const person of [cleo, ezra]) succeeded(await ada.delete(`/users/${person.id}`))
    const change = (wanted: number[], old: number[]) =>
      dov.patch(`/user_groups/${id}`, { can_join_group: { new: these(...wanted), old: these(...old) } })
    const shown = async () => (await ownGroups(ada))[0].can_join_group
    // One client still names who was gone while it was not looking, another goes by what it is told.
    expect(await change([ben.id, dov.id, ezra.id], [dov.id, ezra.id])).toEqual(SUCCESS)
    expect(await shown()).toEqual(these(ben.id, dov.id))
    expect(await change([cleo.id, dov.id], [ben.id, dov.id])).toEqual(refusal(`Invalid user ID: ${cleo.id}`))
    expect(await change([ada.id], [dov.id, 987])).toMatchObject({ code: 'EXPECTATION_MISMATCH' })
    expect(await change([dov.id], [ben.id, dov.id])).toEqual(SUCCESS)
    expect(await shown()).toEqual(these(dov.id))
    expect(await change([dov.id, ezra.id], [dov.id])).toEqual(refusal(`Invalid user ID: ${ezra.id}`))
  })

  test('what is so already is told to nobody', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    await changesNothing([ada, dov], async () => {
      for (const same of [
        { name: ' bakers' },
        { description: '' },
        { can_join_group: { new: these() } },
        { can_manage_group: { new: these(dov.id), old: these(dov.id, dov.id) } },
        { deactivated: true },
        { deactivated: false },
      ])
        expect(await dov.patch(`/user_groups/${id}`, same)).toEqual(SUCCESS)
    })
  })

  test('a name may change its case', async () => {
    const { dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    expect(await dov.patch(`/user_groups/${id}`, { name: 'Bakers' })).toEqual(SUCCESS)
    expect(await ownGroups(dov)).toMatchObject([{ name: 'Bakers' }])
  })

  test('what cannot be is refused whole', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    await newGroup(ada, 'Cooks')
    const mismatch = refusal("'old' value does not match the expected value.", 'EXPECTATION_MISMATCH')
    const bad: [fields: Record<string, FieldValue>, answer: object][] = [
      [{ description: undefined }, refusal('No new data supplied')],
      [{ name: '' }, refusal("User group name can't be empty!")],
      [{ name: 'x'.repeat(101) }, refusal('User group name cannot exceed 100 characters.')],
      [{ name: 'role:bakers' }, refusal("User group name cannot start with 'role:'.")],
      [{ name: 'cooks' }, refusal("User group 'cooks' already exists.")],
      [{ name: 'ROLE:owners' }, refusal("User group 'ROLE:owners' already exists.")],
      [{ can_join_group: { new: MEMBERS_GROUP, old: EVERYONE_GROUP } }, mismatch],
      [{ can_join_group: { new: NOBODY_GROUP, old: these(dov.id) } }, mismatch],
      [{ can_manage_group: { new: MEMBERS_GROUP, old: these(ada.id) } }, mismatch],
      [{ can_join_group: { new: 987 } }, refusal('Invalid user group')],
      [{ can_join_group: { new: these(987) } }, refusal('Invalid user ID: 987')],
      [
        { can_join_group: { new: EVERYONE_GROUP } },
        refusal("'can_join_group' setting cannot be set to 'role:everyone' group."),
      ],
      [{ can_join_group: { old: EVERYONE_GROUP } }, refusal('new key is missing from can_join_group')],
      [{ can_join_group: MEMBERS_GROUP }, refusal('can_join_group is not a dict')],
      [{ deactivated: 'perhaps' }, refusal('deactivated is not valid JSON')],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, answer] of bad)
        expect(await dov.patch(`/user_groups/${id}`, { description: 'x', ...fields }), JSON.stringify(fields)).toEqual(
          answer,
        )
      for (const wrong of [987, 0])
        expect(await dov.patch(`/user_groups/${wrong}`, { name: 'x' })).toEqual(refusal('Invalid user group'))
    })
  })

  test('managers of the group and of all groups may, and nobody else', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newGroup(cleo, 'bakers', [ben, dov, ezra, fig], {
      can_manage_group: these(cleo.id, ezra.id),
      can_add_members_group: these(dov.id),
    })
    await changesNothing([ada, dov], async () => {
      // An administrator is no manager of all groups, and no guest is a manager of any.
      for (const person of [ben, dov, ezra])
        expect(await person.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
      expect(await fig.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
    })
    for (const [i, person] of [ada, cleo].entries())
      expect(await person.patch(`/user_groups/${id}`, { name: `x${i}` })).toEqual(SUCCESS)
    await changesNothing([ada, dov], async () => {
      for (const system of Object.values(SYSTEM_GROUPS))
        expect(await ada.patch(`/user_groups/${system}`, { description: 'x' })).toEqual(NO_PERMISSION)
    })
  })

  test('a deactivated group is changed where it is known, and when it is back it is back for everyone', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [ezra])
    await writesTo(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', id)
    const renamed = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.patch(`/user_groups/${id}`, { name: 'cooks' })).toEqual(SUCCESS),
    )
    for (const { plain, able } of renamed) {
      expect(plain).toEqual([])
      expect(able).toEqual([news(id, { name: 'cooks' })])
    }
    const back = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.patch(`/user_groups/${id}`, { deactivated: false, description: 'Back!' })).toEqual(SUCCESS),
    )
    const [group] = await ownGroups(ada)
    expect(group).toMatchObject({ name: 'cooks', deactivated: false, members: [ezra.id] })
    for (const { plain, able } of back) {
      expect(plain).toEqual([{ type: 'user_group', op: 'add', group }])
      expect(able).toEqual([news(id, { deactivated: false, description: 'Back!' })])
    }
  })

  test('what somebody may do with a group follows its permissions at once', async () => {
    const { cleo, dov } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    expect(await cleo.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
    succeeded(await dov.patch(`/user_groups/${id}`, { can_manage_group: { new: MODERATORS_GROUP } }))
    expect(await dov.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(NO_PERMISSION)
    expect(await cleo.patch(`/user_groups/${id}`, { name: 'x' })).toEqual(SUCCESS)
    const names = (await ownGroups(dov)).map((group: Json) => group.name)
    expect(names).toEqual(['x'])
  })
})
