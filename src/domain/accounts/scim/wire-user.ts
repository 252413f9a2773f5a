import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from '../../realm/settings/own-url'
import { SCIM_ROOT } from '../../../api/scim'
import type { User } from '../../people/users/user'
import type { Resource } from './attribute'
import { USER_SCHEMA } from './schemas'
import type { UserRecord } from './storage'
import { currentDocument, firstDocument } from './user-rules'

export const scimRoot = (realm: ReadOnlyRealm): string => ownUrl(realm) + SCIM_ROOT

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

export function wireUser(realm: ReadOnlyRealm, user: User, record: UserRecord | undefined): Resource {
  const { user_id, date_joined, is_active } = user
  return {
    schemas: [USER_SCHEMA],
    id: String(user_id),
    ...currentDocument(record?.document ?? firstDocument(user), user),
    active: is_active,
    meta: {
      resourceType: 'User',
      created: timeOf(date_joined),
      lastModified: timeOf(record?.changed_at ?? date_joined),
      location: `${scimRoot(realm)}/Users/${user_id}`,
    },
  }
}
