import { keysOf } from '../../../../api/table'
import { allChannels } from '../../../channels/channels/storage'
import { allGroups, directMembers, storedMembers, subgroups } from '../../../people/groups/storage'
import type { GroupSetting } from '../../../realm/settings/permissions'
import { permissionsOf } from '../../../realm/settings/storage'
import type { Scope } from '../scope'

/** A permission for some users and groups. The reference server stores such a set as a group without a name. */
type NamelessGroup = { id: number; direct_members: readonly number[]; direct_subgroups: readonly number[] }
type Permissions = Readonly<Record<string, GroupSetting>>

const SETS_PER_OWNER = 100
/** Groups with names have the ids before these. */
const OWNERS = { realm: 10 ** 9, group: 2 * 10 ** 9, channel: 3 * 10 ** 9 } as const
type Owner = { kind: keyof typeof OWNERS; id: number }

const idOfSet = ({ kind, id }: Owner, index: number) => OWNERS[kind] + id * SETS_PER_OWNER + index

/** Released versions of the reference server do not have them. It has none of our own, either. */
const NEWER = ['workplace_users_group']

/** Returns the permissions of the reference server, each with the id that its set has, if it is one. */
const settingsWithIds = (owner: Owner, permissions: Permissions) =>
  keysOf(permissions).flatMap((name, index) =>
    NEWER.includes(name) || name.startsWith('parley_')
      ? []
      : [{ name, setting: permissions[name]!, id: idOfSet(owner, index) }],
  )

/** Returns permissions as ids of groups. */
export const permissionIds = (owner: Owner, permissions: Permissions): Record<string, number> =>
  Object.fromEntries(
    settingsWithIds(owner, permissions).map(({ name, setting, id }) => [
      name,
      typeof setting === 'number' ? setting : id,
    ]),
  )

const namelessIn = (owner: Owner, permissions: Permissions): NamelessGroup[] =>
  settingsWithIds(owner, permissions).flatMap(({ setting, id }) =>
    typeof setting === 'number' ? [] : [{ id, ...setting }],
  )

/** Returns all groups in the order of their ids: those with names, and the sets of users in permissions. */
export function allGroupRows(scope: Scope): (NamelessGroup & { isNamed: boolean })[] {
  const { realm } = scope
  const groups = [...allGroups(realm).values()]
  const named = groups.map((group) => ({
    id: group.id,
    isNamed: true,
    direct_members: group.is_system_group ? directMembers(realm, group) : storedMembers(realm, group.id),
    direct_subgroups: subgroups(realm).get(group.id) ?? [],
  }))
  const nameless = [
    ...namelessIn({ kind: 'realm', id: 0 }, permissionsOf(realm)),
    ...groups.flatMap(({ id, permissions }) => namelessIn({ kind: 'group', id }, permissions)),
    ...allChannels(realm)
      .filter((channel) => scope.hasChannel(channel))
      .flatMap(({ stream_id, permissions }) => namelessIn({ kind: 'channel', id: stream_id }, permissions)),
  ].map((group) => ({ ...group, isNamed: false }))
  return [...named, ...nameless].toSorted((a, b) => a.id - b.id)
}
