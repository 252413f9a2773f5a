import { describe, expect, test } from 'vitest'
import { groupsByRole, groupsIncluding, holds, isFullMember } from '../../src/domain/people/groups/rules'
import { defaultHolders, permission } from '../../src/domain/realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role } from '../../src/domain/people/users/user'

const DAY = 86_400
const NAMES = new Map<number, string>(
  Object.entries(SYSTEM_GROUPS).map(([name, id]) => [id, name.slice('role:'.length)]),
)

/** Each system group holds the next stricter one. */
const STRICTER = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners'] as const
const idOf = (name: (typeof STRICTER)[number] | 'nobody') => SYSTEM_GROUPS[`role:${name}`]
const parents = new Map(STRICTER.slice(1).map((name, nth) => [idOf(name), [idOf(STRICTER[nth]!)]]))

describe('the system groups', () => {
  const cases: { role: Role; joined: number; groups: string[] }[] = [
    { role: OWNER, joined: 9, groups: [...STRICTER] },
    { role: ADMINISTRATOR, joined: 9, groups: STRICTER.slice(0, 6) },
    { role: MODERATOR, joined: 9, groups: STRICTER.slice(0, 5) },
    { role: MEMBER, joined: 0, groups: STRICTER.slice(0, 4) },
    { role: MEMBER, joined: 9, groups: STRICTER.slice(0, 3) },
    { role: GUEST, joined: 0, groups: STRICTER.slice(0, 2) },
  ]
  test.for(cases)('role $role, here since day $joined of ten: $groups', ({ role, joined, groups }) => {
    const direct = groupsByRole({ role, date_joined: joined * DAY }, 3, 10 * DAY)
    const reached = [...groupsIncluding(direct, parents)].map((id) => NAMES.get(id))
    expect(new Set(reached)).toEqual(new Set(groups))
  })

  test('nobody is in nobody', () => {
    for (const role of [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST] as const) {
      const groups = groupsIncluding(groupsByRole({ role, date_joined: 0 }, 0, 0), parents)
      expect(holds(SYSTEM_GROUPS['role:nobody'], { user_id: 1, groups })).toBe(false)
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
  ] as const)('role $role after $waited seconds of three days: $full', ({ role, waited, full }) => {
    expect(isFullMember({ role, date_joined: 500 }, 3, 500 + waited)).toBe(full)
  })

  test('where nobody has to wait, every member is one at once', () => {
    expect(isFullMember({ role: MEMBER, date_joined: 500 }, 0, 500)).toBe(true)
  })
})

describe('groupsIncluding', () => {
  test('groups within groups, each once, in circles too', () => {
    const nested = new Map([
      [10, [11, 12]],
      [11, [13]],
      [12, [13]],
      [13, [10]],
    ])
    expect([...groupsIncluding([10], nested)].toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13])
    expect([...groupsIncluding([], nested)]).toEqual([])
    expect([...groupsIncluding([99], nested)]).toEqual([99])
  })

  test('a group does not include the people of the group it is within', () => {
    const nested = new Map([[10, [11]]])
    expect([...groupsIncluding([11], nested)]).toEqual([11])
  })
})

describe('holds', () => {
  const somebody = { user_id: 7, groups: new Set([10, 11]) }
  test.for([
    [10, true],
    [12, false],
    [{ direct_members: [7], direct_subgroups: [] }, true],
    [{ direct_members: [8], direct_subgroups: [] }, false],
    [{ direct_members: [], direct_subgroups: [12, 11] }, true],
    [{ direct_members: [8], direct_subgroups: [12] }, false],
    [{ direct_members: [], direct_subgroups: [] }, false],
    [{ direct_members: [10], direct_subgroups: [7] }, false], // ids of people and of groups are not the same ids
  ] as const)('%j: %s', ([value, held]) => {
    const permission =
      typeof value === 'number'
        ? value
        : { direct_members: [...value.direct_members], direct_subgroups: [...value.direct_subgroups] }
    expect(holds(permission, somebody)).toBe(held)
  })
})

describe('defaultHolders', () => {
  test('a permission that goes to its thing’s creator goes to nobody where there is none', () => {
    expect(defaultHolders(permission('channel_creator'), 7)).toEqual({ direct_members: [7], direct_subgroups: [] })
    expect(defaultHolders(permission('group_creator'), null)).toBe(SYSTEM_GROUPS['role:nobody'])
    expect(defaultHolders(permission('role:members'), 7)).toBe(SYSTEM_GROUPS['role:members'])
  })
})
