import type { ReadOnlyRealm, Realm } from '../../../realm'
import {
  createDirectoryGroup,
  deactivateDirectoryGroup,
  reactivateDirectoryGroup,
  renameDirectoryGroup,
  setDirectoryMembers,
} from '../../management/groups/directory-actions'
import { getGroup } from '../../people/groups/access'
import type { Group } from '../../people/groups/group'
import { allGroups, findGroupByName, storedMembers } from '../../people/groups/storage'
import { findUser } from '../../people/users/storage'
import { isObject, textIn, type Resource } from './attribute'
import { parseFilter, passes } from './filter-rules'
import { selected, type Selection } from './listing-rules'
import { normalForm } from './normal-form'
import { operationsIn, patched } from './patch-rules'
import { badScimRequest, isTaken, noSuchResource } from './refusals'
import { GROUP, GROUP_SCHEMA } from './schemas'
import { allGroupRecords, findGroupRecord, writeGroupRecord, type GroupRecord } from './storage'
import { goneUserIds, isPerson } from './users'
import { scimRoot, timeOf } from './wire-user'

export type ManagedGroup = { group: Group; record: GroupRecord }

/** RFC 7643 §3.1: no two resources have the same id. A user and a group can have the same number. */
const ID_PREFIX = 'group-'

export const scimIdOf = ({ id_prefix, group_id }: GroupRecord): string => `${id_prefix}${group_id}`

/** Returns a group that the directory manages. Throws for other groups: the directory does not see them. */
export function requireGroup(realm: ReadOnlyRealm, id: string): ManagedGroup {
  const number = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id
  const record = /^\d{1,15}$/.test(number) ? findGroupRecord(realm, Number(number)) : undefined
  if (record === undefined || record.is_deleted || scimIdOf(record) !== id) throw noSuchResource(id)
  return { group: getGroup(realm, record.group_id), record }
}

export function findGroups(realm: ReadOnlyRealm, filter: string): ManagedGroup[] {
  const tree = filter.trim() === '' ? undefined : parseFilter(filter)
  const groups = allGroupRecords(realm)
    .filter(({ is_deleted }) => !is_deleted)
    .map((record) => ({ group: allGroups(realm).get(record.group_id)!, record }))
  return tree ? groups.filter((managed) => passes(tree, wireGroup(realm, managed))) : groups
}

/** `members` are left out of the resource if the client does not want them: there may be thousands. */
export function wireGroup(realm: ReadOnlyRealm, managed: ManagedGroup, parts: 'all' | 'no members' = 'all'): Resource {
  const { group, record } = managed
  const root = scimRoot(realm)
  const members = parts === 'all' ? memberIds(realm, group.id) : []
  return {
    schemas: [GROUP_SCHEMA],
    id: scimIdOf(record),
    ...(record.external_id === null ? {} : { externalId: record.external_id }),
    displayName: group.name,
    ...(members.length === 0
      ? {}
      : { members: members.map((id) => ({ value: String(id), $ref: `${root}/Users/${id}`, type: 'User' })) }),
    meta: {
      resourceType: 'Group',
      created: timeOf(group.date_created ?? record.changed_at),
      lastModified: timeOf(record.changed_at),
      location: `${root}/Groups/${scimIdOf(record)}`,
    },
  }
}

/** Returns the resource of a group with the attributes that the client wants. */
export function wiredGroup(realm: ReadOnlyRealm, managed: ManagedGroup, params: Selection): Resource {
  const isWithout = params.excludedAttributes.split(',').some((name) => name.trim().toLowerCase() === 'members')
  return selected(wireGroup(realm, managed, isWithout ? 'no members' : 'all'), params)
}

function memberIds(realm: ReadOnlyRealm, group_id: number): number[] {
  const gone = goneUserIds(realm)
  return storedMembers(realm, group_id).filter((user_id) => !gone.has(user_id))
}

/** Creates a group, or gives back a group that the directory deleted. */
export function createGroup(realm: Realm, body: Resource): ManagedGroup {
  const { name, external_id, members } = stated(realm, normalForm(GROUP, body))
  const existing = findGroupByName(realm, name)
  if (existing === undefined) {
    const group_id = createDirectoryGroup(realm, name)
    return save(realm, group_id, { name, external_id, members })
  }
  if (!findGroupRecord(realm, existing.id)?.is_deleted) throw isTaken('A group has this name already')
  if (existing.deactivated) reactivateDirectoryGroup(realm, existing.id)
  return save(realm, existing.id, { name, external_id, members })
}

export const replaceGroup = (realm: Realm, { group }: ManagedGroup, body: Resource): ManagedGroup =>
  save(realm, group.id, stated(realm, normalForm(GROUP, body)))

export function patchGroup(realm: Realm, managed: ManagedGroup, body: Resource): ManagedGroup {
  const before = normalForm(GROUP, wireGroup(realm, managed))
  return save(realm, managed.group.id, stated(realm, patched(GROUP, before, operationsIn(body))))
}

/** The directory deleted the group: it is deactivated. Throws if a permission or another group uses it. */
export function deleteGroup(realm: Realm, { group, record }: ManagedGroup): void {
  if (!group.deactivated) deactivateDirectoryGroup(realm, group.id)
  writeGroupRecord(realm, { ...record, is_deleted: true })
}

type Stated = { name: string; external_id: string | null; members: readonly number[] }

function save(realm: Realm, group_id: number, { name, external_id, members }: Stated): ManagedGroup {
  const other = findGroupByName(realm, name)
  if (other && other.id !== group_id) throw isTaken('A group has this name already')
  renameDirectoryGroup(realm, group_id, name)
  setDirectoryMembers(realm, group_id, members)
  writeGroupRecord(realm, { group_id, id_prefix: ID_PREFIX, external_id, is_deleted: false })
  const record = findGroupRecord(realm, group_id)!
  return { group: getGroup(realm, group_id), record }
}

function stated(realm: ReadOnlyRealm, { displayName, externalId, members }: Resource): Stated {
  if (typeof displayName !== 'string' || displayName.trim() === '')
    throw badScimRequest('invalidValue', 'displayName is missing')
  const items = Array.isArray(members) ? members.filter(isObject) : []
  const gone = goneUserIds(realm)
  return {
    name: displayName.trim(),
    external_id: typeof externalId === 'string' ? externalId : null,
    members: [...new Set(items.map(({ value }) => memberOf(realm, textIn(value), gone)))],
  }
}

function memberOf(realm: ReadOnlyRealm, id: string, gone: ReadonlySet<number>): number {
  const user = /^\d{1,15}$/.test(id) ? findUser(realm, Number(id)) : undefined
  if (!isPerson(user) || gone.has(user.user_id))
    throw badScimRequest('invalidValue', `The member ${id.slice(0, 100)} is no user`)
  return user.user_id
}
