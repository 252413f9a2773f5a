import type { ReadOnlyRealm, Realm } from '../../../realm'
import { sqlText } from '../../../store/sql'
import { textIn, type Resource } from './attribute'

export type ScimToken = {
  token_id: number
  description: string
  made_by: number
  made_at: number
  used_at: number | null
}

export const findToken = ({ sql }: ReadOnlyRealm, token_hash: string): ScimToken | undefined =>
  sql.maybe<ScimToken>`
    SELECT token_id, description, made_by, made_at, used_at FROM scim_tokens WHERE token_hash = ${token_hash}`

export const allTokens = ({ sql }: ReadOnlyRealm): ScimToken[] =>
  sql.all<ScimToken>`SELECT token_id, description, made_by, made_at, used_at FROM scim_tokens ORDER BY token_id`

type NewToken = { token_hash: string; description: string; made_by: number }

/** Returns the number of the new token. */
export const insertToken = (realm: Realm, { token_hash, description, made_by }: NewToken): number =>
  realm.sql.one<{ token_id: number }>`
    INSERT INTO scim_tokens (token_hash, description, made_by, made_at)
    VALUES (${token_hash}, ${description}, ${made_by}, ${realm.now()}) RETURNING token_id`.token_id

export const writeTokenUse = (realm: Realm, token_id: number): void =>
  realm.sql.run`UPDATE scim_tokens SET used_at = ${realm.now()} WHERE token_id = ${token_id}`

export const deleteToken = (realm: Realm, token_id: number): void =>
  realm.sql.run`DELETE FROM scim_tokens WHERE token_id = ${token_id}`

/** What the directory stated about an account. */
export type UserRecord = { user_id: number; document: Resource; is_deleted: boolean; changed_at: number }
type UserRow = { user_id: number; document: string; is_deleted: number; changed_at: number }

const USER_COLUMNS = sqlText`user_id, document, is_deleted, changed_at`

const recordOf = (row: UserRow): UserRecord => ({
  ...row,
  document: JSON.parse(row.document),
  is_deleted: row.is_deleted === 1,
})

export function findRecord({ sql }: ReadOnlyRealm, user_id: number): UserRecord | undefined {
  const row = sql.maybe<UserRow>`SELECT ${USER_COLUMNS} FROM scim_users WHERE user_id = ${user_id}`
  return row && recordOf(row)
}

export const allRecords = ({ sql }: ReadOnlyRealm): UserRecord[] =>
  sql.all<UserRow>`SELECT ${USER_COLUMNS} FROM scim_users`.map(recordOf)

/** Returns the accounts that the directory knows by a name, or by a name of its own. Deleted ones are among them. */
export const idsByUserName = ({ sql }: ReadOnlyRealm, user_name: string): number[] =>
  sql.all<{ user_id: number }>`
    SELECT user_id FROM scim_users WHERE user_name_key = ${user_name.toLowerCase()}`.map(({ user_id }) => user_id)

export const idsByExternalId = ({ sql }: ReadOnlyRealm, external_id: string): number[] =>
  sql.all<{ user_id: number }>`SELECT user_id FROM scim_users WHERE external_id = ${external_id}`.map(
    ({ user_id }) => user_id,
  )

export const deletedUserIds = ({ sql }: ReadOnlyRealm): Set<number> =>
  new Set(
    sql.all<{ user_id: number }>`SELECT user_id FROM scim_users WHERE is_deleted = 1`.map(({ user_id }) => user_id),
  )

export function writeRecord(realm: Realm, user_id: number, document: Resource, is_deleted: boolean): void {
  const { userName, externalId } = document
  realm.sql.run`
    INSERT INTO scim_users (user_id, user_name_key, external_id, document, is_deleted, changed_at)
    VALUES (${user_id}, ${textIn(userName).toLowerCase()}, ${typeof externalId === 'string' ? externalId : null},
            ${JSON.stringify(document)}, ${is_deleted}, ${realm.now()})
    ON CONFLICT (user_id) DO UPDATE SET user_name_key = excluded.user_name_key, external_id = excluded.external_id,
      document = excluded.document, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at`
}

export type GroupRecord = {
  group_id: number
  id_prefix: string
  external_id: string | null
  is_deleted: boolean
  changed_at: number
}
type GroupRow = Omit<GroupRecord, 'is_deleted'> & { is_deleted: number }

const GROUP_COLUMNS = sqlText`group_id, id_prefix, external_id, is_deleted, changed_at`

export function findGroupRecord({ sql }: ReadOnlyRealm, group_id: number): GroupRecord | undefined {
  const row = sql.maybe<GroupRow>`SELECT ${GROUP_COLUMNS} FROM scim_groups WHERE group_id = ${group_id}`
  return row && { ...row, is_deleted: row.is_deleted === 1 }
}

export const allGroupRecords = ({ sql }: ReadOnlyRealm): GroupRecord[] =>
  sql.all<GroupRow>`SELECT ${GROUP_COLUMNS} FROM scim_groups ORDER BY group_id`.map((row) => ({
    ...row,
    is_deleted: row.is_deleted === 1,
  }))

/** `id_prefix` is that of a new row: the id of a group never changes. */
export const writeGroupRecord = (
  realm: Realm,
  { group_id, id_prefix, external_id, is_deleted }: Omit<GroupRecord, 'changed_at'>,
) =>
  realm.sql.run`
    INSERT INTO scim_groups (group_id, id_prefix, external_id, is_deleted, changed_at)
    VALUES (${group_id}, ${id_prefix}, ${external_id}, ${is_deleted}, ${realm.now()})
    ON CONFLICT (group_id) DO UPDATE SET external_id = excluded.external_id, is_deleted = excluded.is_deleted,
      changed_at = excluded.changed_at`
