import { describe, expect, test } from 'vitest'
import { roleGroups, reachableGroups, isFullMember } from '../../src/domain/people/groups/rules'
import { isPermitted } from '../../src/domain/people/groups/permission-rules'
import { defaultGroupSetting, permission } from '../../src/domain/realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role } from '../../src/domain/people/users/user'

const DAY = 86_400
const NAMES = new Map<number, string>(
  Object.entries(SYSTEM_GROUPS).map(([name, id]) => [id, name.slice('role:'.length)]),
)

/** Each system group contains the next one. */
const SYSTEM_GROUP_NAMES = [
  'internet',
  'everyone',
  'members',
  'fullmembers',
  'moderators',
  'administrators',
  'owners',
] as const
const idOf = (name: (typeof SYSTEM_GROUP_NAMES)[number] | 'nobody') => SYSTEM_GROUPS[`role:${name}`]
const parents = new Map(
  SYSTEM_GROUP_NAMES.slice(1).map((name, index) => [idOf(name), [idOf(SYSTEM_GROUP_NAMES[index]!)]]),
)

describe('the system groups', () => {
  const cases: { role: Role; joined: number; groups: string[] }[] = [
    { role: OWNER, joined: 9, groups: [...SYSTEM_GROUP_NAMES] },
    { role: ADMINISTRATOR, joined: 9, groups: SYSTEM_GROUP_NAMES.slice(0, 6) },
    { role: MODERATOR, joined: 9, groups: SYSTEM_GROUP_NAMES.slice(0, 5) },
    { role: MEMBER, joined: 0, groups: SYSTEM_GROUP_NAMES.slice(0, 4) },
    { role: MEMBER, joined: 9, groups: SYSTEM_GROUP_NAMES.slice(0, 3) },
    { role: GUEST, joined: 0, groups: SYSTEM_GROUP_NAMES.slice(0, 2) },
  ]
  test.for(cases)('role $role, joined on day $joined of ten: $groups', ({ role, joined, groups }) => {
    const direct = roleGroups({ role, date_joined: joined * DAY }, 3, 10 * DAY)
    const names = [...reachableGroups(direct, parents)].map((id) => NAMES.get(id))
    expect(new Set(names)).toEqual(new Set(groups))
  })

  test('no user is in role:nobody', () => {
    for (const role of [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST] as const) {
      const groupIds = reachableGroups(roleGroups({ role, date_joined: 0 }, 0, 0), parents)
      expect(isPermitted(SYSTEM_GROUPS['role:nobody'], { user_id: 1, groupIds })).toBe(false)
    }
  })
})

describe('isFullMember', () => {
  test.for([
    { role: MEMBER, waited: 3 * DAY, full: true },
    { role: MEMBER, waited: 3 * DAY - 1, full: false },
    { role: MODERATOR, waited: 0, full: true },
    { role: OWNER, waited: 0, full: true },
    { role: GUEST, waited: 1000 * DAY, full: false },
  ] as const)(
    'role $role after $waited seconds, with a waiting period of three days: $full',
    ({ role, waited, full }) => {
      expect(isFullMember({ role, date_joined: 500 }, 3, 500 + waited)).toBe(full)
    },
  )

  test('without a waiting period, every member is a full member', () => {
    expect(isFullMember({ role: MEMBER, date_joined: 500 }, 0, 500)).toBe(true)
  })
})

describe('reachableGroups', () => {
  test('includes groups at any depth once, also in a circle', () => {
    const nested = new Map([
      [10, [11, 12]],
      [11, [13]],
      [12, [13]],
      [13, [10]],
    ])
    expect([...reachableGroups([10], nested)].toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13])
    expect([...reachableGroups([], nested)]).toEqual([])
    expect([...reachableGroups([99], nested)]).toEqual([99])
  })

  test('does not include subgroups', () => {
    const nested = new Map([[10, [11]]])
    expect([...reachableGroups([11], nested)]).toEqual([11])
  })
})

describe('isPermitted', () => {
  const viewer = { user_id: 7, groupIds: new Set([10, 11]) }
  test.for([
    [10, true],
    [12, false],
    [{ direct_members: [7], direct_subgroups: [] }, true],
    [{ direct_members: [8], direct_subgroups: [] }, false],
    [{ direct_members: [], direct_subgroups: [12, 11] }, true],
    [{ direct_members: [8], direct_subgroups: [12] }, false],
    [{ direct_members: [], direct_subgroups: [] }, false],
    [{ direct_members: [10], direct_subgroups: [7] }, false], // the ids of users and of groups are independent
  ] as const)('%j: %s', ([value, expected]) => {
    const permission =
      typeof value === 'number'
        ? value
        : { direct_members: [...value.direct_members], direct_subgroups: [...value.direct_subgroups] }
    expect(isPermitted(permission, viewer)).toBe(expected)
  })
})

describe('defaultGroupSetting', () => {
  test('a permission of the creator is role:nobody without a creator', () => {
    expect(defaultGroupSetting(permission('channel_creator'), 7)).toEqual({ direct_members: [7], direct_subgroups: [] })
    expect(defaultGroupSetting(permission('group_creator'), null)).toBe(SYSTEM_GROUPS['role:nobody'])
    expect(defaultGroupSetting(permission('role:members'), 7)).toBe(SYSTEM_GROUPS['role:members'])
  })
})
