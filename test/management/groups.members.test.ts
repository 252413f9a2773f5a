import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { groupOfUsers, listGroups, newGroup } from '../support/groups'
import { silentMention } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, eventsOfType, messagesIn, receivedBy } from '../support/received-events'
import { MEMBERS_GROUP, NOBODY_GROUP, OWNERS_GROUP } from '../support/system-groups'
import { executeSql } from '../support/tables'

const INVALID_GROUP = refusal('Invalid user group')

const membersEvent = (op: 'add' | 'remove', group_id: number, ...people: Person[]) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: people.map(({ id }) => id),
})
const subgroupsEvent = (op: 'add' | 'remove', group_id: number, ...direct_subgroup_ids: number[]) => ({
  type: 'user_group',
  op: `${op}_subgroups`,
  group_id,
  direct_subgroup_ids,
})

const groupEvents = (events: Json[]) => eventsOfType(events, 'user_group')

const changeMembers = (person: Person, group: number, fields: Record<string, FieldValue>): Promise<Json> =>
  person.post(`/user_groups/${group}/members`, fields)

describe('POST /user_groups/:user_group_id/members', () => {
  test('one request adds and removes users and subgroups; all users receive each change, in a fixed order', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const other = await newGroup(ada, 'other')
    const id = await newGroup(dov, 'bakers', [cleo], { subgroups: [other], can_remove_members_group: NOBODY_GROUP })
    const received = await receivedBy([ada, dov, ezra], async () =>
      expect(
        await changeMembers(dov, id, {
          delete_subgroups: [other],
          add_subgroups: [inner, inner],
          delete: [cleo.id],
          add: [ezra.id, fig.id, ezra.id],
        }),
      ).toEqual(SUCCESS),
    )
    for (const { plain, able } of received)
      for (const events of [plain, able])
        expect(groupEvents(events)).toEqual([
          membersEvent('add', id, ezra, fig),
          membersEvent('remove', id, cleo),
          subgroupsEvent('add', id, inner),
          subgroupsEvent('remove', id, other),
        ])
    expect((await listGroups(dov)).at(-1)).toMatchObject({ members: [ezra.id, fig.id], direct_subgroup_ids: [inner] })
  })

  test('one request may add a user and remove them again', async () => {
    const { dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const [dovEvents] = await receivedBy([dov], () => changeMembers(dov, id, { add: [ezra.id], delete: [ezra.id] }))
    expect(dovEvents!.plain).toEqual([membersEvent('add', id, ezra), membersEvent('remove', id, ezra)])
  })

  test('a request with an invalid part is refused as a whole', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    const [inner, old] = [await newGroup(ada, 'inner'), await newGroup(ada, 'old')]
    const id = await newGroup(dov, 'bakers', [cleo], { subgroups: [inner] })
    const outer = await newGroup(ada, 'outer', [], { subgroups: [id] })
    const deactivated = await realm.newPerson('gus')
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', deactivated.id)
    await executeSql(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', old)
    const circle = refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`)
    const nothing = refusal(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    )
    const cases: [fields: Record<string, FieldValue>, answer: object][] = [
      [{}, nothing],
      [{ add: [], delete: [], add_subgroups: [], delete_subgroups: [] }, nothing],
      [{ add: [cleo.id] }, refusal(`User ${cleo.id} is already a member of this group`)],
      [{ add: [987] }, refusal('Invalid user ID: 987')],
      [{ add: [deactivated.id] }, refusal(`Invalid user ID: ${deactivated.id}`)],
      [{ add: [1] }, refusal('Invalid user ID: 1')],
      [{ delete: [dov.id] }, refusal(`There is no member '${dov.id}' in this user group`)],
      [{ delete: [987] }, refusal('Invalid user ID: 987')],
      [{ add_subgroups: [inner] }, refusal(`User group ${inner} is already a subgroup of this group.`)],
      [{ add_subgroups: [id] }, circle],
      [{ add_subgroups: [outer] }, circle],
      [{ add_subgroups: [987] }, INVALID_GROUP],
      [{ add_subgroups: [old] }, refusal('User group is deactivated.')],
      [{ delete_subgroups: [outer] }, refusal(`User group ${outer} is not a subgroup of this group.`)],
      [{ delete_subgroups: [987] }, INVALID_GROUP],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, answer] of cases)
        expect(await changeMembers(dov, id, fields), JSON.stringify(fields)).toEqual(answer)
      // The valid parts of the request have no effect either.
      for (const [fields, answer] of cases.filter(([{ delete_subgroups }]) => delete_subgroups !== undefined).slice(1))
        expect(await changeMembers(dov, id, { add: [ezra.id], delete: [cleo.id], ...fields })).toEqual(answer)
      expect(await changeMembers(dov, 987, { add: [ezra.id] })).toEqual(INVALID_GROUP)
      expect(await changeMembers(ada, old, { add: [ezra.id] })).toEqual(refusal('User group is deactivated.'))
    })
  })

  test('each kind of change has its own permission', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const isAllowed = async (
      permissions: Record<string, FieldValue>,
      fields: Record<string, FieldValue>,
      person: Person,
    ) => {
      const noPermissions = {
        can_manage_group: NOBODY_GROUP,
        can_add_members_group: NOBODY_GROUP,
        can_leave_group: NOBODY_GROUP,
      }
      const id = await newGroup(ada, `group ${++groups}`, [cleo, dov, ezra], { ...noPermissions, ...permissions })
      const { msg } = await changeMembers(person, id, fields)
      return msg === '' || (msg === NO_PERMISSION.msg ? false : msg)
    }
    let groups = 0
    const cases: [
      permissions: Record<string, FieldValue>,
      fields: Record<string, FieldValue>,
      person: Person,
      expected: boolean,
    ][] = [
      // can_add_members_group and can_manage_group allow adding other users.
      [{ can_add_members_group: groupOfUsers(dov) }, { add: [ben.id] }, dov, true],
      [{ can_manage_group: groupOfUsers(dov) }, { add: [ben.id] }, dov, true],
      [{}, { add: [ben.id] }, ada, true], // an owner manages all groups
      [{}, { add: [ben.id] }, dov, false],
      [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id] }, dov, false],
      [{ can_remove_members_group: groupOfUsers(dov) }, { add: [ben.id] }, dov, false],
      [{ can_add_members_group: groupOfUsers(ezra) }, { add: [ben.id] }, ezra, false], // guests never have this permission
      // can_join_group allows joining.
      [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id] }, ben, true],
      [{ can_add_members_group: groupOfUsers(ben) }, { add: [ben.id] }, ben, true],
      [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id, fig.id] }, ben, false],
      [{}, { add: [ben.id] }, ben, false],
      // can_remove_members_group and can_manage_group allow removing other users.
      [{ can_remove_members_group: groupOfUsers(dov) }, { delete: [cleo.id] }, dov, true],
      [{ can_manage_group: groupOfUsers(dov) }, { delete: [cleo.id] }, dov, true],
      [{ can_leave_group: MEMBERS_GROUP }, { delete: [cleo.id] }, dov, false],
      [{ can_add_members_group: groupOfUsers(dov) }, { delete: [cleo.id] }, dov, false],
      // can_leave_group allows leaving, also to guests.
      [{ can_leave_group: groupOfUsers(ezra) }, { delete: [ezra.id] }, ezra, true],
      [{ can_remove_members_group: groupOfUsers(dov) }, { delete: [dov.id] }, dov, true],
      [{ can_leave_group: MEMBERS_GROUP }, { delete: [dov.id, cleo.id] }, dov, false],
      [{}, { delete: [dov.id] }, dov, false],
      // Only can_manage_group allows changing subgroups.
      [{ can_manage_group: groupOfUsers(dov) }, { add_subgroups: [inner] }, dov, true],
      [{ can_manage_group: groupOfUsers(dov), subgroups: [inner] }, { delete_subgroups: [inner] }, dov, true],
      [{ can_add_members_group: groupOfUsers(dov) }, { add_subgroups: [inner] }, dov, false],
      [{ can_remove_members_group: groupOfUsers(dov), subgroups: [inner] }, { delete_subgroups: [inner] }, dov, false],
    ]
    for (const [permissions, fields, person, expected] of cases)
      expect(
        await isAllowed(permissions, fields, person),
        JSON.stringify([permissions, fields, person.account.full_name]),
      ).toBe(expected)
  })

  test('the members of a system group cannot be changed, and bots change groups with the same permissions', async () => {
    const { ada, dov, fig } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [fig], { can_add_members_group: groupOfUsers(fig) })
    await changesNothing([ada, dov], async () => {
      for (const system of Object.values(SYSTEM_GROUPS))
        for (const fields of [
          { add: [dov.id] },
          { delete: [ada.id] },
          { add_subgroups: [id] },
          { delete_subgroups: [OWNERS_GROUP] },
        ])
          expect(await changeMembers(ada, system, fields)).toEqual(NO_PERMISSION)
      expect(await changeMembers(fig, id, { delete: [dov.id] })).toEqual(NO_PERMISSION)
    })
    expect(await changeMembers(fig, id, { add: [ada.id] })).toEqual(SUCCESS)
  })

  test('a user has the permissions of a group from joining it until leaving it, also through a subgroup', async () => {
    const { dov, cleo } = await freshRealm()
    const inner = await newGroup(dov, 'inner')
    const id = await newGroup(dov, 'bakers', [], {
      can_manage_group: { direct_members: [dov.id], direct_subgroups: [inner] },
    })
    const renameGroup = (name: string) => cleo.patch(`/user_groups/${id}`, { name })
    expect(await renameGroup('one')).toEqual(NO_PERMISSION)
    succeeded(await changeMembers(dov, inner, { add: [cleo.id] }))
    expect(await renameGroup('two')).toEqual(SUCCESS)
    succeeded(await changeMembers(dov, inner, { delete: [cleo.id] }))
    expect(await renameGroup('three')).toEqual(NO_PERMISSION)
    const innermost = await newGroup(dov, 'innermost', [cleo])
    succeeded(await changeMembers(dov, inner, { add_subgroups: [innermost] }))
    expect(await renameGroup('four')).toEqual(SUCCESS)
    succeeded(await changeMembers(dov, inner, { delete_subgroups: [innermost] }))
    expect(await renameGroup('five')).toEqual(NO_PERMISSION)
  })
})

describe('POST /user_groups/:user_group_id/members: bot messages', () => {
  test('the Notification Bot informs a user whom another user adds or removes, but no bot', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [cleo], { can_join_group: MEMBERS_GROUP })
    const actor = silentMention(dov)
    const group = `<span class="user-group-mention silent" data-user-group-id="${id}">bakers</span>`
    const received = await receivedBy([dov, ezra, cleo, ada, fig], async () =>
      succeeded(await changeMembers(dov, id, { add: [dov.id, ezra.id, fig.id], delete: [cleo.id, dov.id] })),
    )
    const [dovMessages, ezraMessages, cleoMessages, ...otherMessages] = received.map(({ able }) => messagesIn(able))
    expect(ezraMessages).toMatchObject([
      {
        type: 'private',
        sender_full_name: 'Notification Bot',
        content: `<p>${actor} added you to the group ${group}.</p>`,
      },
    ])
    expect(cleoMessages).toMatchObject([{ content: `<p>${actor} removed you from the group ${group}.</p>` }])
    for (const messages of [dovMessages, ...otherMessages]) expect(messages).toEqual([])
    const [adaEvents] = await receivedBy([ada], async () => succeeded(await changeMembers(ada, id, { add: [ada.id] })))
    expect(messagesIn(adaEvents!.able)).toEqual([])
  })

  test('the message does not contain a group name with Markdown', async () => {
    const { dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'x* @**all** *')
    const [ezraEvents] = await receivedBy([ezra], async () =>
      succeeded(await changeMembers(dov, id, { add: [ezra.id] })),
    )
    const [message] = messagesIn(ezraEvents!.plain)
    expect(message.content).toBe(`@_**Dov|${dov.id}** added you to a user group.`)
  })

  test('a request that adds more than a hundred users sends no messages', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const userIds: number[] = []
    for (let index = 0; index < 100; index++) userIds.push((await realm.newPerson(`p${index}`)).id)
    const [ezraEvents] = await receivedBy([ezra], async () =>
      succeeded(await changeMembers(dov, id, { add: [ezra.id, ...userIds] })),
    )
    expect(ezraEvents!.able.map(({ type }) => type)).toEqual(['user_group'])
  })
})

describe('POST /user_groups/:user_group_id/subgroups', () => {
  test('managers change the subgroups; a circle is refused', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const [inner, other] = [await newGroup(ada, 'inner'), await newGroup(ada, 'other')]
    const id = await newGroup(dov, 'bakers', [], { subgroups: [other], can_add_members_group: groupOfUsers(cleo) })
    const path = `/user_groups/${id}/subgroups`
    const received = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.post(path, { delete: [other], add: [inner] })).toEqual(SUCCESS),
    )
    for (const { plain, able } of received)
      for (const events of [plain, able])
        expect(events).toEqual([subgroupsEvent('add', id, inner), subgroupsEvent('remove', id, other)])
    await changesNothing([ada, dov, ezra], async () => {
      for (const person of [cleo, ezra]) expect(await person.post(path, { add: [other] })).toEqual(NO_PERMISSION)
      const nothing = refusal('Nothing to do. Specify at least one of "add" or "delete".')
      for (const none of [{}, { add: [] }]) expect(await dov.post(path, none)).toEqual(nothing)
      expect(await dov.post(path, { add: [other, inner] })).toEqual(
        refusal(`User group ${inner} is already a subgroup of this group.`),
      )
      expect(await dov.post(path, { delete: [inner, other] })).toEqual(
        refusal(`User group ${other} is not a subgroup of this group.`),
      )
      expect(await ada.post(`/user_groups/${inner}/subgroups`, { add: [id] })).toEqual(
        refusal(`User group ${inner} is already a subgroup of one of the passed subgroups.`),
      )
    })
  })
})
