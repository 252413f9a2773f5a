import type { Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
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

/** Addresses are compared without regard to case. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Is it the address that mail to them goes to? By the other, that the API may tell instead, anybody may know an account. */
export const isRealAddressOf = ({ delivery_email }: Pick<User, 'delivery_email'>, email: string): boolean =>
  emailKey(delivery_email) === emailKey(email)

const userCache = cacheKeyById<number, User | undefined>()
const allUsersCache = cacheKey<readonly User[]>({ invalidatedBy: [userCache] })
const userIdByEmailCache = cacheKeyById<string, number | undefined>()

export const maybeUser = (realm: Realm, user_id: number): User | undefined =>
  realm.cache.get(userCache(user_id), () => {
    const row = realm.sql.maybe<UserRow>`
      SELECT user_id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, is_system_bot, can_create_users,
             can_change_user_emails, date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility,
             profile_data
      FROM users WHERE user_id = ${user_id}`
    return row && userOf(realm, row)
  })

/** By real address or by API address: either names the account, to whoever may know it. */
export function maybeUserByEmail(realm: Realm, email: string): User | undefined {
  const id = holderOf(realm, email)
  return id === undefined ? undefined : maybeUser(realm, id)
}

/** The id that has this address, or will: one of the form that every account has is taken before the account is there. */
export function holderOf(realm: Realm, email: string): number | undefined {
  const key = emailKey(email)
  return realm.cache.get(userIdByEmailCache(key), () => idByRealEmail(realm, key)) ?? idByDummyEmail(realm, key)
}

const idByRealEmail = (realm: Realm, key: string) =>
  realm.sql.maybe<{ user_id: number }>`SELECT user_id FROM users WHERE delivery_email_key = ${key}`?.user_id

/** The id that an address of the form every account has says, whether or not there is such an account. */
export function idByDummyEmail(realm: Realm, email: string): number | undefined {
  const [, id, host] = /^user([1-9]\d{0,14})@(.+)$/.exec(emailKey(email)) ?? []
  return host === realmRow(realm).host ? Number(id) : undefined
}

/** Everyone who ever had an account, in the order they came. */
export const allUsers = (realm: Realm): readonly User[] =>
  realm.cache.get(allUsersCache, () =>
    realm.sql.all<UserRow>`
      SELECT user_id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, is_system_bot, can_create_users,
             can_change_user_emails, date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility,
             profile_data
      FROM users ORDER BY user_id`.map((row) => userOf(realm, row)),
  )

/** People of this exact name, longest here first: a mention without an id means the first. */
export const usersNamed = (realm: Realm, full_name: string): User[] =>
  realm.sql.all<{
    user_id: number
  }>`SELECT user_id FROM users WHERE full_name = ${full_name} COLLATE NOCASE ORDER BY user_id`.map(({ user_id }) =>
    maybeUser(realm, user_id)!,
  )

export const isNameTaken = (realm: Realm, full_name: string): boolean =>
  realm.sql.maybe`SELECT 1 AS found FROM users WHERE full_name = ${full_name} COLLATE NOCASE AND is_active = 1` !==
  undefined

export const nextUserId = (realm: Realm): number =>
  realm.sql.one<{ id: number }>`SELECT coalesce(max(user_id), 0) + 1 AS id FROM users`.id

export type NewUser = Omit<User, 'email' | 'is_bot' | 'profile_data'> & {
  password_hash: string | null
}

export function insertUser(realm: Realm, user: NewUser): User {
  realm.sql.run`
    INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, bot_type, bot_owner_id,
                       is_system_bot, can_create_users, can_change_user_emails, date_joined, timezone, avatar_source, avatar_version, avatar_hash,
                       email_address_visibility, password_hash)
    VALUES (${user.user_id}, ${user.delivery_email}, ${emailKey(user.delivery_email)}, ${user.full_name}, ${user.role},
            ${user.is_active}, ${user.bot_type}, ${user.bot_owner_id}, ${user.is_system_bot}, ${user.can_create_users},
            ${user.can_change_user_emails}, ${user.date_joined}, ${user.timezone}, ${user.avatar_source}, ${user.avatar_version}, ${user.avatar_hash},
            ${user.email_address_visibility}, ${user.password_hash})`
  realm.cache.invalidate(userCache(user.user_id))
  realm.cache.invalidate(userIdByEmailCache(emailKey(user.delivery_email)))
  return maybeUser(realm, user.user_id)!
}

/** What may become different about an account. */
type ChangingColumns = Pick<
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
>

export function writeUser(realm: Realm, user_id: number, changed: Partial<ChangingColumns>): User {
  const before = maybeUser(realm, user_id)!
  const after = { ...before, ...changed }
  realm.sql.run`
    UPDATE users SET full_name = ${after.full_name}, role = ${after.role}, is_active = ${after.is_active},
                     bot_owner_id = ${after.bot_owner_id}, delivery_email = ${after.delivery_email},
                     delivery_email_key = ${emailKey(after.delivery_email)}, timezone = ${after.timezone},
                     avatar_source = ${after.avatar_source}, avatar_version = ${after.avatar_version},
                     avatar_hash = ${after.avatar_hash}, email_address_visibility = ${after.email_address_visibility},
                     profile_data = ${JSON.stringify(after.profile_data)},
                     can_create_users = ${after.can_create_users},
                     can_change_user_emails = ${after.can_change_user_emails}
    WHERE user_id = ${user_id}`
  for (const email of [before.delivery_email, after.delivery_email])
    realm.cache.invalidate(userIdByEmailCache(emailKey(email)))
  realm.cache.invalidate(userCache(user_id))
  return maybeUser(realm, user_id)!
}

export const writePasswordHash = (realm: Realm, user_id: number, password_hash: string): void =>
  realm.sql.run`UPDATE users SET password_hash = ${password_hash} WHERE user_id = ${user_id}`

export const passwordHashOf = (realm: Realm, user_id: number): string | null =>
  realm.sql.one<{ password_hash: string | null }>`SELECT password_hash FROM users WHERE user_id = ${user_id}`
    .password_hash

function userOf(realm: Realm, row: UserRow): User {
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

/** The address everybody may know an account by. */
export function apiEmailOf(
  user: Pick<User, 'user_id' | 'delivery_email' | 'email_address_visibility' | 'is_bot'>,
  host: string,
): string {
  return user.is_bot || user.email_address_visibility === 1 ? user.delivery_email : dummyEmailOf(user.user_id, host)
}

export const dummyEmailOf = (user_id: number, host: string): string => `user${user_id}@${host}`
