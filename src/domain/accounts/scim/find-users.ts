import type { ReadOnlyRealm } from '../../../realm'
import { erasedUserIds } from '../../people/users/erased-storage'
import { allUsers, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { parseFilter, passes, type Filter } from './filter-rules'
import { allRecords, findRecord, idsByExternalId, type UserRecord } from './storage'
import { findByUserName } from './users'
import { wireUser } from './wire-user'

type Found = { user: User; record: UserRecord | undefined }

/** Returns the people whom the directory sees and who pass the filter, the oldest accounts first. */
export function findUsers(realm: ReadOnlyRealm, filter: string): Found[] {
  const tree = filter.trim() === '' ? undefined : parseFilter(filter)
  const erased = erasedUserIds(realm.sql)
  const visible = candidates(realm, tree).filter(
    ({ user, record }) => !user.is_bot && !record?.is_deleted && !erased.has(user.user_id),
  )
  return tree ? visible.filter(({ user, record }) => passes(tree, wireUser(realm, user, record))) : visible
}

/** Directories search by one name almost always. Then only a few rows are read. */
function candidates(realm: ReadOnlyRealm, filter: Filter | undefined): Found[] {
  const named = filter && namedBy(realm, filter)
  if (named) return named.map((user) => ({ user, record: findRecord(realm, user.user_id) }))
  const records = new Map(allRecords(realm).map((record) => [record.user_id, record]))
  return allUsers(realm)
    .filter(({ is_system_bot }) => !is_system_bot)
    .map((user) => ({ user, record: records.get(user.user_id) }))
}

function namedBy(realm: ReadOnlyRealm, filter: Filter): User[] | undefined {
  if (filter.kind === 'and')
    return filter.parts.map((part) => namedBy(realm, part)).find((users) => users !== undefined)
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return undefined
  const name = filter.path.join('.').toLowerCase()
  if (name === 'username') return [findByUserName(realm, filter.value) ?? []].flat()
  if (name === 'externalid') return idsByExternalId(realm, filter.value).map((user_id) => findUser(realm, user_id)!)
  return undefined
}
