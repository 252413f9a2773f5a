import * as v from 'valibot'
import type { Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { realmRow } from '../../realm/settings/storage'
import { avatarHash } from './avatar-hash'
import { canSeeRealEmail, isAdministrator, isGuest } from './rules'
import { dummyEmailOf } from './storage'
import { MEMBER, OWNER, ROLES, type User } from './user'

/** A user as others see one (specification 2.5). */
export const userFields = {
  user_id: v.number(),
  delivery_email: v.nullable(v.string()),
  email: v.string(),
  full_name: v.string(),
  date_joined: v.string(),
  is_active: v.optional(v.boolean()),
  is_owner: v.boolean(),
  is_admin: v.boolean(),
  is_guest: v.boolean(),
  is_bot: v.boolean(),
  bot_type: v.nullable(v.number()),
  bot_owner_id: v.nullable(v.number()),
  role: v.picklist(ROLES),
  timezone: v.string(),
  avatar_url: v.optional(v.nullable(v.string())),
  avatar_version: v.number(),
  profile_data: v.optional(
    v.record(v.string(), v.object({ value: v.string(), rendered_value: v.optional(v.string()) })),
  ),
}

export const userShape = v.strictObject(userFields)
export type Profile = v.InferOutput<typeof userShape>

export function profileOf(user: User, viewer: User, client_gravatar: boolean): Profile {
  const real = canSeeRealEmail(viewer, user)
  return {
    user_id: user.user_id,
    delivery_email: real ? user.delivery_email : null,
    email: user.email,
    full_name: user.full_name,
    date_joined: new Date(user.date_joined * 1000).toISOString().replace('.000Z', '+00:00'),
    is_active: user.is_active,
    is_owner: user.role === OWNER,
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, client_gravatar && real),
    avatar_version: user.avatar_version,
  }
}

/** The same, with what they say of themselves; bots say nothing. */
export const fullProfileOf = (user: User, viewer: User, client_gravatar: boolean): Profile => ({
  ...profileOf(user, viewer, client_gravatar),
  ...(user.is_bot ? {} : { profile_data: user.profile_data }),
})

/**
 * Somebody as people without an account are shown them: what is said in public is said under one's name. Addresses, and
 * pictures whose names would tell who guesses an address that they guessed right, are for those inside.
 */
export const profileInPublic = (realm: Realm, user: User): Profile => ({
  ...profileOf(user, user, false),
  delivery_email: null,
  email: dummyEmailOf(user.user_id, realmRow(realm).host),
  timezone: '',
  avatar_url: pictureInPublic(realm, user),
})

export const pictureInPublic = (realm: Realm, user: User): string =>
  pictureUrl(user.avatar_source === 'U' ? user : { ...user, avatar_hash: hashInPublic(realm, user) })

/** The same, where a larger one is to be shown. */
export const mediumPictureInPublic = (realm: Realm, user: User): string =>
  mediumPictureUrl(user.avatar_source === 'U' ? user : { ...user, avatar_hash: hashInPublic(realm, user) })

// It never changes, and a spectator may ask for the one of every user.
const publicAvatarHashCache = cacheKeyById<number, string>()

const hashInPublic = (realm: Realm, { user_id }: User): string =>
  realm.cache.get(publicAvatarHashCache(user_id), () => avatarHash(dummyEmailOf(user_id, realmRow(realm).host)))

export const UNKNOWN_NAME = 'Unknown user'
const UNKNOWN_PICTURE = 'https://secure.gravatar.com/avatar/?d=mp'

/** Somebody of whom the reader may not know: the same of everyone, but for the id and the address that says it. */
export const unknownUser = (realm: Realm, user_id: number): Profile => ({
  user_id,
  delivery_email: null,
  email: dummyEmailOf(user_id, realmRow(realm).host),
  full_name: UNKNOWN_NAME,
  date_joined: '1970-01-01T00:00:00+00:00',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: MEMBER,
  timezone: '',
  avatar_url: UNKNOWN_PICTURE,
  avatar_version: 1,
  profile_data: {},
})

type Pictured = Pick<User, 'avatar_source' | 'avatar_hash' | 'avatar_version'>

/** Null where the client can work the picture's address out itself, from the real address that it may see. */
export const avatarUrl = (user: Pictured, clientComputes: boolean): string | null =>
  clientComputes && user.avatar_source === 'G' ? null : pictureUrl(user)

/** The same, where a larger one is to be shown. */
export const mediumPictureUrl = (user: Pictured): string =>
  user.avatar_source === 'U' ? pictureUrl(user).replace('.png', '-medium.png') : `${pictureUrl(user)}&s=500`

export const pictureUrl = ({ avatar_source, avatar_hash, avatar_version }: Pictured): string =>
  avatar_source === 'U'
    ? `/user_avatars/${avatar_hash}.png?version=${avatar_version}`
    : `https://secure.gravatar.com/avatar/${avatar_hash}?d=identicon&version=${avatar_version}`
