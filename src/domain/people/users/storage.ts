import type { ReadOnlyRealm, Realm } from '../../../realm'
import { countWhile } from '../../../store/ascending-ids'
import { newestDeletedId, writeNewestDeletedId } from '../../../store/deleted-ids'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import { realmRow } from '../../realm/settings/storage'
import type { User } from './user'

type UserRow = Omit<
  User,
  'email' | 'is_active' | 'is_bot' | 'is_system_bot' | 'can_create_users' | 'can_change_user_emails' | 'profile_data'
> & {
  is_active: number
  is_system_bot: number
  can_create_users: number
  can_change_user_emails: number
  profile_data: string // JSON
}

const COLUMNS = sqlText`
  user_id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, is_system_bot, can_create_users,
  can_change_user_emails, date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility,
  profile_data, standing, guest_link_id`

/** Returns the form of an address by which addresses are compared: case does not matter. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Whether `email` is the real address, which only some users can see, and not the dummy address. */
export const isRealEmailOf = ({ delivery_email }: Pick<User, 'delivery_email'>, email: string): boolean =>
  emailKey(delivery_email) === emailKey(email)

/** Cache keys of values that depend on users are declared with it. */
export const userCache = cacheKeyById<number, User | undefined>()
const allUsersCache = cacheKey<readonly User[]>({ invalidatedBy: [userCache] })
const userIdByEmailCache = cacheKeyById<string, number | undefined>()

export const findUser = (realm: ReadOnlyRealm, user_id: number): User | undefined =>
  findUserInMemory(realm, user_id) ??
  realm.cache.get(userCache(user_id), () => {
    const row = realm.sql.maybe<UserRow>`
      SELECT ${COLUMNS} FROM users WHERE user_id = ${user_id}`
    return row && userOf(realm, row)
  })

/** The list of all users is not copied into the cache of single users, which has a bound. */
function findUserInMemory({ cache }: ReadOnlyRealm, user_id: number): User | undefined {
  const all = cache.find(allUsersCache) ?? []
  const user = cache.find(userCache(user_id)) ?? all[countBefore(all, user_id)]
  return user?.user_id === user_id ? user : undefined
}

/** Returns how many of the users, who are ordered by id, come before this id. */
const countBefore = (users: readonly User[], user_id: number): number =>
  countWhile(users, (user) => user.user_id < user_id)

/** Reads these users at once, as far as memory does not have them: `findUser` then reads no row for each of them. */
export function readUsers(realm: ReadOnlyRealm, user_ids: Iterable<number>): void {
  const unread = new Set([...user_ids].filter((user_id) => !findUserInMemory(realm, user_id)))
  if (unread.size === 0) return
  const rows = realm.sql.all<UserRow>`
    SELECT ${COLUMNS} FROM users WHERE user_id IN (SELECT value FROM json_each(${[...unread]}))`
  for (const row of rows) realm.cache.get(userCache(row.user_id), () => userOf(realm, row))
}

/** Returns the user with this real or dummy address. The caller checks whether the viewer can see the address. */
export function findUserByEmail(realm: ReadOnlyRealm, email: string): User | undefined {
  const id = findUserIdByEmail(realm, email)
  return id === undefined ? undefined : findUser(realm, id)
}

/** Returns the id of the user with this address. A dummy address has an id even before its user exists. */
export function findUserIdByEmail(realm: ReadOnlyRealm, email: string): number | undefined {
  const key = emailKey(email)
  return realm.cache.get(userIdByEmailCache(key), () => idByRealEmail(realm, key)) ?? userIdOfDummyEmail(realm, key)
}

const idByRealEmail = (realm: ReadOnlyRealm, key: string) =>
  realm.sql.maybe<{ user_id: number }>`SELECT user_id FROM users WHERE delivery_email_key = ${key}`?.user_id

/** Returns the id in a dummy address of this realm, whether or not the user exists. */
export function userIdOfDummyEmail(realm: ReadOnlyRealm, email: string): number | undefined {
  const [, id, host] = /^user([1-9]\d{0,14})@(.+)$/.exec(emailKey(email)) ?? []
  return host === realmRow(realm).host ? Number(id) : undefined
}

/** Returns all users, the oldest account first. */
export const allUsers = (realm: ReadOnlyRealm): readonly User[] =>
  realm.cache.get(allUsersCache, () =>
    realm.sql.all<UserRow>`
      SELECT ${COLUMNS} FROM users ORDER BY user_id`.map((row) => userOf(realm, row)),
  )

/** Keeps what `allUsers` returned in memory, for a caller that undid a change. */
export const keepUsers = ({ cache }: Realm, users: readonly User[]): void => cache.set(allUsersCache, users)

/** Returns the number of active people, at most `most`. */
export const countActivePeople = (sql: SqlReader, most: number): number =>
  sql.one<{ people: number }>`
    SELECT count(*) AS people FROM (SELECT 1 FROM users WHERE is_active = 1 AND bot_type IS NULL LIMIT ${most})`.people

/** The first users, while `loadUsers` reads the others. */
const loadedUsersCache = cacheKey<readonly User[]>({ invalidatedBy: [userCache] })
const USERS_PER_PART = 2000

/** Reads the rows that `allUsers` needs. Yields after each part, so that the realm can serve other requests. */
export function* loadUsers(realm: Realm): Generator<void> {
  while (realm.cache.find(allUsersCache) === undefined) {
    const loaded = realm.cache.find(loadedUsersCache) ?? []
    const rows = realm.sql.all<UserRow>`
      SELECT ${COLUMNS} FROM users WHERE user_id > ${loaded.at(-1)?.user_id ?? 0} ORDER BY user_id LIMIT ${USERS_PER_PART}`
    const isLast = rows.length < USERS_PER_PART
    realm.cache.set(isLast ? allUsersCache : loadedUsersCache, [...loaded, ...rows.map((row) => userOf(realm, row))])
    if (isLast) realm.cache.invalidate(loadedUsersCache)
    yield
  }
}

/** Returns the users with this exact name, the oldest account first. A mention without an id is for the first of them. */
export const usersWithName = (realm: ReadOnlyRealm, full_name: string): User[] =>
  realm.sql.all<{
    user_id: number
  }>`SELECT user_id FROM users WHERE full_name = ${full_name} COLLATE NOCASE ORDER BY user_id`.map(({ user_id }) =>
    findUser(realm, user_id)!,
  )

/** Whether an active user has this name. */
export const isNameTaken = (sql: SqlReader, full_name: string): boolean =>
  sql.maybe`SELECT 1 AS found FROM users WHERE full_name = ${full_name} COLLATE NOCASE AND is_active = 1` !== undefined

export function nextUserId(sql: SqlReader): number {
  const { id } = sql.one<{ id: number }>`SELECT coalesce(max(user_id), 0) AS id FROM users`
  return Math.max(id, newestDeletedId(sql, ID_COUNTER)) + 1
}

const ID_COUNTER = 'user'

/** Continues above this id. */
export const skipUserIds = (sql: Sql, id: number): void => writeNewestDeletedId(sql, ID_COUNTER, id)

export type NewUser = Omit<User, 'email' | 'is_bot' | 'profile_data'> & {
  password_hash: string | null
}

export function insertUser(realm: Realm, user: NewUser): User {
  realm.sql.run`
    INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, bot_type, bot_owner_id,
                       is_system_bot, can_create_users, can_change_user_emails, date_joined, timezone, avatar_source, avatar_version, avatar_hash,
                       email_address_visibility, password_hash, standing, guest_link_id)
    VALUES (${user.user_id}, ${user.delivery_email}, ${emailKey(user.delivery_email)}, ${user.full_name}, ${user.role},
            ${user.is_active}, ${user.bot_type}, ${user.bot_owner_id}, ${user.is_system_bot}, ${user.can_create_users},
            ${user.can_change_user_emails}, ${user.date_joined}, ${user.timezone}, ${user.avatar_source}, ${user.avatar_version}, ${user.avatar_hash},
            ${user.email_address_visibility}, ${user.password_hash}, ${user.standing}, ${user.guest_link_id})`
  realm.cache.invalidate(userIdByEmailCache(emailKey(user.delivery_email)))
  return reloadUser(realm, user.user_id)
}

/** Reads the row of one user again. The others stay in the list of all users: in a large realm it has thousands of rows. */
function reloadUser(realm: Realm, user_id: number): User {
  const others = realm.cache.find(allUsersCache)?.filter((user) => user.user_id !== user_id)
  const loaded = realm.cache.find(loadedUsersCache)
  realm.cache.invalidate(userCache(user_id))
  const user = findUser(realm, user_id)!
  if (others) realm.cache.set(allUsersCache, withUser(others, user))
  if (loaded)
    realm.cache.set(
      loadedUsersCache,
      loaded.map((other) => (other.user_id === user_id ? user : other)),
    )
  return user
}

const withUser = (others: readonly User[], user: User): User[] =>
  others.toSpliced(countBefore(others, user.user_id), 0, user)

/** The columns that can change. */
type MutableColumns = Pick<
  User,
  | 'full_name'
  | 'role'
  | 'is_active'
  | 'bot_owner_id'
  | 'delivery_email'
  | 'timezone'
  | 'email_address_visibility'
  | 'avatar_source'
  | 'avatar_version'
  | 'avatar_hash'
  | 'profile_data'
  | 'can_create_users'
  | 'can_change_user_emails'
  | 'date_joined'
  | 'standing'
  | 'guest_link_id'
>

/** Writes the changed columns, and returns the user after the change. */
export function writeUser(realm: Realm, user_id: number, changed: Partial<MutableColumns>): User {
  const before = findUser(realm, user_id)!
  const after = { ...before, ...changed }
  realm.sql.run`
    UPDATE users SET full_name = ${after.full_name}, role = ${after.role}, is_active = ${after.is_active},
                     bot_owner_id = ${after.bot_owner_id}, delivery_email = ${after.delivery_email},
                     delivery_email_key = ${emailKey(after.delivery_email)}, timezone = ${after.timezone},
                     avatar_source = ${after.avatar_source}, avatar_version = ${after.avatar_version},
                     avatar_hash = ${after.avatar_hash}, email_address_visibility = ${after.email_address_visibility},
                     profile_data = ${JSON.stringify(after.profile_data)},
                     can_create_users = ${after.can_create_users},
                     can_change_user_emails = ${after.can_change_user_emails},
                     date_joined = ${after.date_joined}, standing = ${after.standing},
                     guest_link_id = ${after.guest_link_id}
    WHERE user_id = ${user_id}`
  for (const email of [before.delivery_email, after.delivery_email])
    realm.cache.invalidate(userIdByEmailCache(emailKey(email)))
  realm.listeners.noteChangedUsers([user_id])
  if (IN_CREDENTIALS.some((column) => before[column] !== after[column])) realm.listeners.recheckCredentials(user_id)
  return reloadUser(realm, user_id)
}

/** What decides whether a credential of the user is valid, and whose presence the user sees. A role may need a factor. */
const IN_CREDENTIALS = ['is_active', 'role', 'delivery_email', 'guest_link_id'] as const

export const writePasswordHash = (sql: Sql, user_id: number, password_hash: string): void =>
  sql.run`UPDATE users SET password_hash = ${password_hash} WHERE user_id = ${user_id}`

export const passwordHashOf = (sql: SqlReader, user_id: number): string | null =>
  sql.one<{ password_hash: string | null }>`SELECT password_hash FROM users WHERE user_id = ${user_id}`.password_hash

function userOf(realm: ReadOnlyRealm, row: UserRow): User {
  const user = {
    ...row,
    is_active: row.is_active === 1,
    is_bot: row.bot_type !== null,
    is_system_bot: row.is_system_bot === 1,
    can_create_users: row.can_create_users === 1,
    can_change_user_emails: row.can_change_user_emails === 1,
    profile_data: JSON.parse(row.profile_data),
  }
  return { ...user, email: apiEmailOf(user, realmRow(realm).host) }
}

/** Returns the address by which all users can see an account: the real one, or a dummy one if the real one is hidden. */
export function apiEmailOf(
  user: Pick<User, 'user_id' | 'delivery_email' | 'email_address_visibility' | 'is_bot'>,
  host: string,
): string {
  return user.is_bot || user.email_address_visibility === 1 ? user.delivery_email : dummyEmailOf(user.user_id, host)
}

export const dummyEmailOf = (user_id: number, host: string): string => `user${user_id}@${host}`
