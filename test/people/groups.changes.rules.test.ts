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
import { canAdd, canManage, canRemove } from '../../src/domain/people/groups/rights-rules'
import { groupsAsOf, isSameSetting, permissionsReferringTo, refersTo } from '../../src/domain/people/groups/rules'
import type { GroupSetting } from '../../src/domain/realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { GUEST, MEMBER, OWNER } from '../../src/domain/people/users/user'

describe('refusalOfGroupName', () => {
  const taken = { id: 12 }
  test.for([
    ['bakers', undefined, undefined, undefined],
    ['a role:', undefined, undefined, undefined],
    ['Role: model', undefined, undefined, undefined], // only as it stands
    ['x'.repeat(100), undefined, undefined, undefined],
    ['🍞'.repeat(100), undefined, undefined, undefined],
    ['🍞'.repeat(101), undefined, undefined, 'User group name cannot exceed 100 characters.'],
    ['', undefined, undefined, "User group name can't be empty!"],
    ['@bakers', undefined, undefined, "User group name cannot start with '@'."],
    ['role:bakers', undefined, undefined, "User group name cannot start with 'role:'."],
    ['user:7', undefined, undefined, "User group name cannot start with 'user:'."],
    ['stream:7', undefined, undefined, "User group name cannot start with 'stream:'."],
    ['channel:7', undefined, undefined, "User group name cannot start with 'channel:'."],
    ['Bakers', taken, undefined, "User group 'Bakers' already exists."],
    ['Bakers', taken, { id: 13 }, "User group 'Bakers' already exists."],
    ['Bakers', taken, { id: 12 }, undefined],
  ] as const)('%s, had by %j, for %j: %s', ([name, named, own, msg]) => {
    expect(refusalOfGroupName(name, named, own)?.message).toBe(msg)
  })
})

describe('who may change a group', () => {
  const NOBODY = SYSTEM_GROUPS['role:nobody']
  const ME = 7
  const OTHER = 8
  const mine = { direct_members: [ME], direct_subgroups: [] }
  const group = (given: Partial<Record<GroupPermission, GroupSetting>>, is_system_group = false) => ({
    is_system_group,
    permissions: {
      can_add_members_group: NOBODY,
      can_join_group: NOBODY,
      can_leave_group: NOBODY,
      can_manage_group: NOBODY,
      can_mention_group: NOBODY,
      can_remove_members_group: NOBODY,
      ...given,
    },
  })
  const me = (role: number, managesAll = false) => ({ user_id: ME, groups: new Set([20]), role, managesAll })
  /** Manage, add others, join, join with others, remove others, leave, leave with others. */
  const rights = (target: ReturnType<typeof group>, changer: ReturnType<typeof me>) => ({
    manage: canManage(target, changer),
    add: canAdd(target, changer, [OTHER]),
    join: canAdd(target, changer, [ME]),
    joinTogether: canAdd(target, changer, [ME, OTHER]),
    remove: canRemove(target, changer, [OTHER]),
    leave: canRemove(target, changer, [ME]),
    leaveTogether: canRemove(target, changer, [OTHER, ME]),
  })
  const none = rights(group({}), me(OWNER))
  const adding = { ...none, add: true, join: true, joinTogether: true }
  const removing = { ...none, remove: true, leave: true, leaveTogether: true }
  const all = { ...adding, ...removing, add: true, join: true, joinTogether: true, manage: true }

  test('nobody, where nothing was given them', () => {
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
    for (const value of [mine, 20, { direct_members: [], direct_subgroups: [20] }])
      expect(rights(group({ [permission]: value }), me(MEMBER))).toEqual(expected)
    for (const value of [21, { direct_members: [OTHER], direct_subgroups: [21] }])
      expect(rights(group({ [permission]: value }), me(MEMBER))).toEqual(none)
    // What may be everybody's may be a guest's.
    const guests = permission === 'can_leave_group' ? expected : none
    expect(rights(group({ [permission]: mine }), me(GUEST))).toEqual(guests)
  })

  test('who manages all groups manages each, but nobody a system group', () => {
    expect(rights(group({}), me(MEMBER, true))).toEqual(all)
    const everything = {
      can_manage_group: mine,
      can_add_members_group: mine,
      can_join_group: mine,
      can_leave_group: mine,
    }
    expect(rights(group(everything, true), me(OWNER, true))).toEqual(none)
  })
})

describe('groups within groups', () => {
  const nested = new Map([
    [10, [11, 12]],
    [11, [13]],
    [12, [13]],
  ])
  test('each once, themselves among them', () => {
    expect([...groupsWithin([10], nested)]).toEqual([10, 11, 12, 13])
    expect([...groupsWithin([], nested)]).toEqual([])
  })

  test.for([
    [13, [14], undefined],
    [14, [10, 13], undefined],
    [10, [13], undefined], // deeper already, not directly
    [10, [12], 'User group 12 is already a subgroup of this group.'],
    [10, [14, 11], 'User group 11 is already a subgroup of this group.'],
    [10, [10], 'User group 10 is already a subgroup of one of the passed subgroups.'],
    [11, [10], 'User group 11 is already a subgroup of one of the passed subgroups.'],
    [13, [14, 10], 'User group 13 is already a subgroup of one of the passed subgroups.'],
  ] as const)('into %i, %j: %s', ([group, ids, msg]) => {
    expect(refusalToNest(group, ids, nested)?.message).toBe(msg)
  })

  test('only what is in a group comes out of it', () => {
    expect(refusalToUnnest([11, 12], [12, 11])).toBeUndefined()
    expect(refusalToUnnest([11, 12], [12, 13])?.message).toBe('User group 13 is not a subgroup of this group.')
  })
})

test('people come in who are not in it, and leave who are', () => {
  expect(refusalToAdd([7, 8], [9])).toBeUndefined()
  expect(refusalToAdd([7, 8], [9, 8])?.message).toBe('User 8 is already a member of this group')
  expect(refusalToRemove([7, 8], [8, 7])).toBeUndefined()
  expect(refusalToRemove([7, 8], [8, 9])?.message).toBe("There is no member '9' in this user group")
})

describe('what a permission names', () => {
  const set = (direct_members: number[], direct_subgroups: number[]) => ({ direct_members, direct_subgroups })
  test.for([
    [10, true],
    [11, false],
    [set([10], []), false], // a person's id is no group's
    [set([], [11, 10]), true],
    [set([], [11]), false],
  ] as const)('%j: %s', ([value, refers]) => {
    const permission = typeof value === 'number' ? value : set([...value.direct_members], [...value.direct_subgroups])
    expect(refersTo(permission, new Set([10, 12]))).toBe(refers)
    expect(permissionsReferringTo({ one: 11, two: permission }, 10)).toEqual(refers ? ['two'] : [])
  })

  test('two are the same if they are one group, or the same people and groups', () => {
    expect(isSameSetting(10, 10)).toBe(true)
    expect(isSameSetting(10, 11)).toBe(false)
    expect(isSameSetting(10, set([], [10]))).toBe(false) // stored as the group itself
    expect(isSameSetting(set([7], [10]), set([7], [10]))).toBe(true)
    expect(isSameSetting(set([7], [10]), set([7], []))).toBe(false)
    expect(isSameSetting(set([7], []), set([7, 8], []))).toBe(false)
  })
})

describe('groupsAsOf', () => {
  const past = [
    { group_id: 10, to_event: 5, was_in: 0 }, // came into 10 after event 5,
    { group_id: 11, to_event: 5, was_in: 1 }, // left 11,
    { group_id: 10, to_event: 8, was_in: 1 }, // left 10 after event 8,
    { group_id: 10, to_event: 9, was_in: 0 }, // and came back after event 9
  ]
  test.for([
    [4, [12, 11]],
    [5, [12, 11]],
    [6, [10, 12]],
    [8, [10, 12]],
    [9, [12]],
    [10, [10, 12]],
  ] as const)('as of event %i: %j', ([event_id, groups]) => {
    expect(groupsAsOf([10, 12], past, event_id)).toEqual(groups)
  })
})
