import { createHash } from 'node:crypto'
import type { ReadOnlyRealm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { DRAWN_FOLDER, DRAWN_SEED_LENGTH } from '../../realm/settings/drawn-pictures'
import { realmNumber } from '../../realm/settings/realm-number'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { dummyEmailOf } from './storage'
import type { User } from './user'

type AvatarFields = Pick<User, 'avatar_source' | 'avatar_hash' | 'avatar_version'>

/** Returns the name of an avatar at Gravatar. It must be a hash of an address that all users can see. */
export const avatarHash = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex')

/**
 * Returns the avatar of an account without a picture of its own, as the realm chose. The drawn one follows from the UUID of the
 * realm and the id of the user, and so tells nothing about the address.
 */
export function defaultAvatar(
  realm: ReadOnlyRealm,
  { user_id, email }: Pick<User, 'user_id' | 'email'>,
): Pick<User, 'avatar_source' | 'avatar_hash'> {
  if (settingsOf(realm).default_avatar_source === 'G') return { avatar_source: 'G', avatar_hash: avatarHash(email) }
  const seed = createHash('sha256')
    .update(`${realmUuid(realm)}:${user_id}`)
    .digest('hex')
    .slice(0, DRAWN_SEED_LENGTH)
  return { avatar_source: 'J', avatar_hash: `${realmNumber(realm)}/${DRAWN_FOLDER}/${seed}` }
}

export const avatarUrl = ({ avatar_source, avatar_hash, avatar_version }: AvatarFields): string =>
  avatar_source === 'G'
    ? `https://secure.gravatar.com/avatar/${avatar_hash}?d=identicon&version=${avatar_version}`
    : `/user_avatars/${avatar_hash}.png?version=${avatar_version}`

/** Returns the URL of the larger version of an avatar. */
export const mediumAvatarUrl = (user: AvatarFields): string =>
  user.avatar_source === 'G' ? `${avatarUrl(user)}&s=500` : avatarUrl(user).replace('.png', '-medium.png')

/** Returns null if the client computes the URL itself, from a real address that it can see. */
export const avatarUrlFor = (user: AvatarFields, clientComputes: boolean): string | null =>
  clientComputes && user.avatar_source === 'G' ? null : avatarUrl(user)

/** Returns the URL of an avatar for spectators. It must not depend on the real address, which a spectator could guess. */
export const publicAvatarUrl = (realm: ReadOnlyRealm, user: User): string =>
  avatarUrl(user.avatar_source === 'G' ? { ...user, avatar_hash: publicAvatarHash(realm, user) } : user)

/** Returns the URL of the larger version of an avatar for spectators. */
export const publicMediumAvatarUrl = (realm: ReadOnlyRealm, user: User): string =>
  mediumAvatarUrl(user.avatar_source === 'G' ? { ...user, avatar_hash: publicAvatarHash(realm, user) } : user)

// The hash never changes, and a spectator may request the avatar of every user.
const publicAvatarHashCache = cacheKeyById<number, string>()

const publicAvatarHash = (realm: ReadOnlyRealm, { user_id }: User): string =>
  realm.cache.get(publicAvatarHashCache(user_id), () => avatarHash(dummyEmailOf(user_id, realmRow(realm).host)))
