import { describe, expect, test } from 'vitest'
import {
  groupsWithin,
  refusalToAdd,
  refusalToNest,
  refusalToRemove,
  refusalToUnnest,
} from '../../src/domain/people/groups/membership-rules'
import { refusalOfGroupName } from '../../src/domain/people/groups/name-rules'
import type { GroupPermission } from '../../src/domain/people/groups/permissions'
import { canAddMembers, canManageGroup, canRemoveMembers } from '../../src/domain/people/groups/access-rules'
import {
  groupsAtEvent,
  isSameSetting,
  permissionsReferringTo,
  refersToGroup,
} from '../../src/domain/people/groups/rules'
import type { GroupSetting } from '../../src/domain/realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { GUEST, MEMBER, OWNER } from '../../src/domain/people/users/user'

describe('refusalOfGroupName', () => {
  const existing = { id: 12 }
  test.for([
    ['bakers', undefined, undefined, undefined],
    ['a role:', undefined, undefined, undefined],
    ['Role: model', undefined, undefined, undefined], // reserved in lower case only
    ['x'.repeat(100), undefined, undefined, undefined],
    ['🍞'.repeat(100), undefined, undefined, undefined],
    ['🍞'.repeat(101), undefined, undefined, 'User group name cannot exceed 100 characters.'],
    ['', undefined, undefined, "User group name can't be empty!"],
    ['@bakers', undefined, undefined, "User group name cannot start with '@'."],
    ['role:bakers', undefined, undefined, "User group name cannot start with 'role:'."],
    ['user:7', undefined, undefined, "User group name cannot start with 'user:'."],
    ['stream:7', undefined, undefined, "User group name cannot start with 'stream:'."],
    ['channel:7', undefined, undefined, "User group name cannot start with 'channel:'."],
    ['Bakers', existing, undefined, "User group 'Bakers' already exists."],
    ['Bakers', existing, { id: 13 }, "User group 'Bakers' already exists."],
    ['Bakers', existing, { id: 12 }, undefined],
  ] as const)('%s, existing group %j, own group %j: %s', ([name, sameName, own, msg]) => {
    expect(refusalOfGroupName(name, sameName, own)?.message).toBe(msg)
  })
})

describe('canManageGroup, canAddMembers and canRemoveMembers', () => {
  const NOBODY_GROUP = SYSTEM_GROUPS['role:nobody']
  const ME = 7
  const OTHER = 8
  const onlyMe = { direct_members: [ME], direct_subgroups: [] }
  const group = (permissions: Partial<Record<GroupPermission, GroupSetting>>, is_system_group = false) => ({
    is_system_group,
    permissions: {
      can_add_members_group: NOBODY_GROUP,
      can_join_group: NOBODY_GROUP,
      can_leave_group: NOBODY_GROUP,
      can_manage_group: NOBODY_GROUP,
      can_mention_group: NOBODY_GROUP,
      can_remove_members_group: NOBODY_GROUP,
      ...permissions,
    },
  })
  const me = (role: number, managesAll = false) => ({ user_id: ME, groupIds: new Set([20]), role, managesAll })
  const rights = (target: ReturnType<typeof group>, changer: ReturnType<typeof me>) => ({
    manage: canManageGroup(target, changer),
    add: canAddMembers(target, changer, [OTHER]),
    join: canAddMembers(target, changer, [ME]),
    joinTogether: canAddMembers(target, changer, [ME, OTHER]),
    remove: canRemoveMembers(target, changer, [OTHER]),
    leave: canRemoveMembers(target, changer, [ME]),
    leaveTogether: canRemoveMembers(target, changer, [OTHER, ME]),
  })
  const none = rights(group({}), me(OWNER))
  const adding = { ...none, add: true, join: true, joinTogether: true }
  const removing = { ...none, remove: true, leave: true, leaveTogether: true }
  const all = { ...adding, ...removing, add: true, join: true, joinTogether: true, manage: true }

  test('an owner without a permission cannot change a group', () => {
    expect(Object.values(none)).toEqual([false, false, false, false, false, false, false])
  })

  test.for([
    ['can_manage_group', all],
    ['can_add_members_group', adding],
    ['can_join_group', { ...none, join: true }],
    ['can_remove_members_group', removing],
    ['can_leave_group', { ...none, leave: true }],
    ['can_mention_group', none],
  ] as const)('%s', ([permission, expected]) => {
    for (const value of [onlyMe, 20, { direct_members: [], direct_subgroups: [20] }])
      expect(rights(group({ [permission]: value }), me(MEMBER))).toEqual(expected)
    for (const value of [21, { direct_members: [OTHER], direct_subgroups: [21] }])
      expect(rights(group({ [permission]: value }), me(MEMBER))).toEqual(none)
    // A guest can have only a permission that role:everyone can have.
    const ofGuest = permission === 'can_leave_group' ? expected : none
    expect(rights(group({ [permission]: onlyMe }), me(GUEST))).toEqual(ofGuest)
  })

  test('can_manage_all_groups is enough for every group except system groups', () => {
    expect(rights(group({}), me(MEMBER, true))).toEqual(all)
    const everything = {
      can_manage_group: onlyMe,
      can_add_members_group: onlyMe,
      can_join_group: onlyMe,
      can_leave_group: onlyMe,
    }
    expect(rights(group(everything, true), me(OWNER, true))).toEqual(none)
  })
})

describe('subgroups', () => {
  const nested = new Map([
    [10, [11, 12]],
    [11, [13]],
    [12, [13]],
  ])
  test('groupsWithin includes each group once, and the groups themselves', () => {
    expect([...groupsWithin([10], nested)]).toEqual([10, 11, 12, 13])
    expect([...groupsWithin([], nested)]).toEqual([])
  })

  test.for([
    [13, [14], undefined],
    [14, [10, 13], undefined],
    [10, [13], undefined], // a subgroup at a lower level, but not directly
    [10, [12], 'User group 12 is already a subgroup of this group.'],
    [10, [14, 11], 'User group 11 is already a subgroup of this group.'],
    [10, [10], 'User group 10 is already a subgroup of one of the passed subgroups.'],
    [11, [10], 'User group 11 is already a subgroup of one of the passed subgroups.'],
    [13, [14, 10], 'User group 13 is already a subgroup of one of the passed subgroups.'],
  ] as const)('refusalToNest: in %i, %j: %s', ([group, ids, msg]) => {
    expect(refusalToNest(group, ids, nested)?.message).toBe(msg)
  })

  test('refusalToUnnest refuses a group that is no direct subgroup', () => {
    expect(refusalToUnnest([11, 12], [12, 11])).toBeUndefined()
    expect(refusalToUnnest([11, 12], [12, 13])?.message).toBe('User group 13 is not a subgroup of this group.')
  })
})

test('refusalToAdd refuses members, and refusalToRemove refuses other users', () => {
  expect(refusalToAdd([7, 8], [9])).toBeUndefined()
  expect(refusalToAdd([7, 8], [9, 8])?.message).toBe('User 8 is already a member of this group')
  expect(refusalToRemove([7, 8], [8, 7])).toBeUndefined()
  expect(refusalToRemove([7, 8], [8, 9])?.message).toBe("There is no member '9' in this user group")
})

describe('refersToGroup', () => {
  const set = (direct_members: number[], direct_subgroups: number[]) => ({ direct_members, direct_subgroups })
  test.for([
    [10, true],
    [11, false],
    [set([10], []), false], // the ids of users and of groups are independent
    [set([], [11, 10]), true],
    [set([], [11]), false],
  ] as const)('%j: %s', ([value, expected]) => {
    const permission = typeof value === 'number' ? value : set([...value.direct_members], [...value.direct_subgroups])
    expect(refersToGroup(permission, new Set([10, 12]))).toBe(expected)
    expect(permissionsReferringTo({ one: 11, two: permission }, 10)).toEqual(expected ? ['two'] : [])
  })

  test('isSameSetting compares groups, or sets of users and groups', () => {
    expect(isSameSetting(10, 10)).toBe(true)
    expect(isSameSetting(10, 11)).toBe(false)
    expect(isSameSetting(10, set([], [10]))).toBe(false) // stored as the group itself
    expect(isSameSetting(set([7], [10]), set([7], [10]))).toBe(true)
    expect(isSameSetting(set([7], [10]), set([7], []))).toBe(false)
    expect(isSameSetting(set([7], []), set([7, 8], []))).toBe(false)
  })
})

describe('groupsAtEvent', () => {
  const history = [
    { group_id: 10, to_event: 5, was_in: 0 }, // entered 10 after event 5
    { group_id: 11, to_event: 5, was_in: 1 }, // left 11 after event 5
    { group_id: 10, to_event: 8, was_in: 1 }, // left 10 after event 8
    { group_id: 10, to_event: 9, was_in: 0 }, // entered 10 again after event 9
  ]
  test.for([
    [4, [12, 11]],
    [5, [12, 11]],
    [6, [10, 12]],
    [8, [10, 12]],
    [9, [12]],
    [10, [10, 12]],
  ] as const)('at event %i: %j', ([event_id, groups]) => {
    expect(groupsAtEvent([10, 12], history, event_id)).toEqual(groups)
  })
})
