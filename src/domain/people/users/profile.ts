import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ReadOnlyRealm } from '../../../realm'
import { dayOf, SECONDS_PER_DAY } from '../../../store/days'
import { realmRow } from '../../realm/settings/storage'
import { avatarUrlFor, publicAvatarUrl } from './avatar'
import { canSeeRealEmail, isAdministrator, isGuest, isLinkGuest } from './rules'
import { dummyEmailOf } from './storage'
import { MEMBER, OWNER, ROLES, type User } from './user'

/** The fields of a user in the API (API rule 4). */
export const userFields = {
  user_id: v.number(),
  delivery_email: v.nullable(v.string()),
  email: v.string(),
  full_name: v.string(),
  date_joined: v.string(),
  is_imported_stub: v.boolean(),
  is_deleted: v.optional(v.literal(true)),
  is_active: v.optional(v.boolean()),
  is_owner: v.boolean(),
  is_admin: v.boolean(),
  is_guest: v.boolean(),
  is_link_guest: v.optional(v.literal(true)),
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

export const userShape = named('User', v.strictObject(userFields))
export type Profile = v.InferOutput<typeof userShape>

/**
 * How a viewer sees a user. It decides, with the user's row, all fields of the profile: without the real address, with it, or
 * with it for a client that computes avatars.
 */
export type Sight = 'dummy_address' | 'real_address' | 'real_address_and_computed_avatar'

export function sightOf(user: User, viewer: User, client_gravatar: boolean): Sight {
  if (!canSeeRealEmail(viewer, user)) return 'dummy_address'
  return client_gravatar ? 'real_address_and_computed_avatar' : 'real_address'
}

/** Returns a user as `viewer` can see them, without custom profile fields. */
export const profileOf = (user: User, viewer: User, client_gravatar: boolean): Profile =>
  profileInSight(user, sightOf(user, viewer, client_gravatar))

/** Returns a time in the form of `date_joined`. */
export function wireTime(seconds: number): string {
  const day = dayOf(seconds)
  if (day !== lastDay.day) lastDay = { day, date: isoDate(day) }
  const second = Math.floor(seconds) - day * SECONDS_PER_DAY
  const [hour, minute] = [Math.floor(second / 3600), Math.floor(second / 60) % 60]
  return `${lastDay.date}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second % 60)}+00:00`
}

// Making a date takes as long as the rest of a profile. Users with neighbouring ids mostly joined on the same day.
let lastDay = { day: 0, date: '1970-01-01' }

const isoDate = (day: number): string => new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, -TIME.length)
const TIME = 'T00:00:00.000Z'

const twoDigits = (count: number): string => (count < 10 ? `0${count}` : `${count}`)

export function profileInSight(user: User, sight: Sight): Profile {
  return {
    user_id: user.user_id,
    delivery_email: sight === 'dummy_address' ? null : user.delivery_email,
    email: user.email,
    full_name: user.full_name,
    date_joined: wireTime(user.date_joined),
    is_imported_stub: user.standing === 'imported',
    ...(user.standing === 'deleted' ? { is_deleted: true } : {}),
    is_active: user.is_active,
    is_owner: user.role === OWNER,
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    ...(isLinkGuest(user) ? { is_link_guest: true } : {}),
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrlFor(user, sight === 'real_address_and_computed_avatar'),
    avatar_version: user.avatar_version,
  }
}

/** Returns a user as `viewer` can see them, with custom profile fields. Bots have none. */
export const fullProfileOf = (user: User, viewer: User, client_gravatar: boolean): Profile => ({
  ...profileOf(user, viewer, client_gravatar),
  ...(user.is_bot ? {} : { profile_data: user.profile_data }),
})

/**
 * Returns a user as spectators see them: with the name, because public messages have it. Addresses are absent, and so is an
 * avatar whose URL would confirm a guessed address.
 */
export const publicProfileOf = (realm: ReadOnlyRealm, user: User): Profile => ({
  ...profileOf(user, user, false),
  delivery_email: null,
  email: dummyEmailOf(user.user_id, realmRow(realm).host),
  timezone: '',
  avatar_url: publicAvatarUrl(realm, user),
})

export const UNKNOWN_USER_NAME = 'Unknown user'
const UNKNOWN_USER_AVATAR_URL = 'https://secure.gravatar.com/avatar/?d=mp'

/** Returns the profile of a user whom the viewer cannot see. Only the id and the dummy address differ between such users. */
export const unknownUserProfile = (realm: ReadOnlyRealm, user_id: number): Profile => ({
  user_id,
  delivery_email: null,
  email: dummyEmailOf(user_id, realmRow(realm).host),
  full_name: UNKNOWN_USER_NAME,
  date_joined: wireTime(0),
  is_imported_stub: false,
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: MEMBER,
  timezone: '',
  avatar_url: UNKNOWN_USER_AVATAR_URL,
  avatar_version: 1,
  profile_data: {},
})
