import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { VISIBILITY_PERMISSIONS } from '../../channels/channels/rules'
import { allChannels } from '../../channels/channels/storage'
import { groupAndGroupsAbove } from '../../people/groups/membership'
import { refersToGroup } from '../../people/groups/rules'
import { directGroupsOfAll, subgroups } from '../../people/groups/storage'
import { allUsers } from '../../people/users/storage'
import { GUEST, type User } from '../../people/users/user'
import { limitsAllGuests } from '../../people/users/visible-users'
import { settingsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'

/** What access to channels and people depends on. The rules decide; this only says where they can decide in another way. */
export type Facts = {
  channels: ReadonlyMap<number, string>
  /** Active users. */
  users: ReadonlyMap<number, User>
  directGroups: ReadonlyMap<number, string>
  subgroups: ReadonlyMap<number, readonly number[]>
  waitingDays: number
  retentionDays: number
  limitsAllGuests: boolean
}

export function readFacts(realm: ReadOnlyRealm): Facts {
  const { waiting_period_threshold: waitingDays, message_retention_days: retentionDays } = settingsOf(realm)
  const people = allUsers(realm).filter((user) => user.is_active && !user.is_system_bot)
  return {
    channels: new Map(allChannels(realm).map((channel) => [channel.stream_id, JSON.stringify(channel)])),
    users: new Map(people.map((user) => [user.user_id, user])),
    directGroups: directGroupsOfAll(realm),
    subgroups: new Map(subgroups(realm)),
    waitingDays,
    retentionDays,
    limitsAllGuests: limitsAllGuests(realm),
  }
}

/** The users whose access to a channel can differ, by channel. */
export type Pairs = ReadonlyMap<number, ReadonlySet<number>>

/** Returns where access can differ between `before` and `after`, which is the state of the realm now. */
export function possibleDifferences(realm: ReadOnlyRealm, before: Facts, after: Facts): Pairs {
  const pairs = new Map<number, Set<number>>()
  const add = (stream_id: number, user_ids: Iterable<number>) => {
    const users = pairs.get(stream_id) ?? new Set()
    for (const user_id of user_ids) users.add(user_id)
    pairs.set(stream_id, users)
  }
  const everyone = [...after.users.keys()]
  for (const [stream_id, text] of after.channels) if (before.channels.get(stream_id) !== text) add(stream_id, everyone)

  const withOtherRole = usersWithOtherRole(before, after)
  if (withOtherRole.length > 0) for (const stream_id of after.channels.keys()) add(stream_id, withOtherRole)

  for (const { group_ids, user_ids } of [
    changedMembers(before, after),
    { group_ids: changedNestings(before, after), user_ids: everyone },
  ]) {
    const groups = new Set(group_ids.flatMap((id) => [...groupAndGroupsAbove(realm, id)]))
    if (groups.size === 0) continue
    for (const channel of allChannels(realm)) if (dependsOn(channel, groups)) add(channel.stream_id, user_ids)
  }
  return pairs
}

const usersWithOtherRole = (before: Facts, after: Facts): number[] =>
  changedKeys(before.users, after.users, (a, b) => a?.role === b?.role)

const dependsOn = ({ permissions }: Channel, groups: ReadonlySet<number>): boolean =>
  VISIBILITY_PERMISSIONS.some((name) => refersToGroup(permissions[name], groups))

function changedMembers(before: Facts, after: Facts) {
  const user_ids = changedKeys(before.directGroups, after.directGroups)
  const groups = new Set<number>()
  for (const user_id of user_ids) {
    const [old, now] = [before, after].map(({ directGroups }) => new Set(directGroups.get(user_id)?.split(',')))
    for (const id of [...old!, ...now!]) if (!old!.has(id) || !now!.has(id)) groups.add(Number(id))
  }
  return { group_ids: [...groups], user_ids }
}

/** Returns the groups that have other subgroups, or other members because of their age. */
const changedNestings = (before: Facts, after: Facts): number[] => [
  ...changedKeys(before.subgroups, after.subgroups, (a, b) => String(a) === String(b)),
  ...(before.waitingDays === after.waitingDays ? [] : [SYSTEM_GROUPS['role:fullmembers']]),
]

function changedKeys<Value>(
  before: ReadonlyMap<number, Value>,
  after: ReadonlyMap<number, Value>,
  isSame = (a: Value | undefined, b: Value | undefined) => a === b,
): number[] {
  const keys = before.size === after.size ? [...after.keys()] : [...new Set([...before.keys(), ...after.keys()])]
  return keys.filter((key) => !isSame(before.get(key), after.get(key)))
}

/** Each takes two statements, before the change and after it. */
const MAX_COMPARED_VIEWERS = 1000

/**
 * Returns the users who may see more or fewer people: limited guests, and users who became or were one. `viewers` has at most so many as
 * are compared. `uncounted` is the number of the others.
 */
export function viewersWithOtherPeople(before: Facts, after: Facts): { viewers: User[]; uncounted: number } {
  const withOtherRole = new Set(usersWithOtherRole(before, after))
  const hasOtherView = ({ user_id, role }: User) =>
    before.limitsAllGuests === after.limitsAllGuests
      ? withOtherRole.has(user_id) && (after.limitsAllGuests || before.users.get(user_id)?.guest_link_id !== null)
      : role === GUEST || before.users.get(user_id)?.role === GUEST
  const viewers = [...after.users.values()].filter((user) => !user.is_bot && hasOtherView(user))
  const compared = viewers.slice(0, MAX_COMPARED_VIEWERS)
  return { viewers: compared, uncounted: viewers.length - compared.length }
}
