import { createHash } from 'node:crypto'
import type { ReadOnlyRealm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { realmRow } from '../../realm/settings/storage'
import { dummyEmailOf } from './storage'
import type { User } from './user'

type AvatarFields = Pick<User, 'avatar_source' | 'avatar_hash' | 'avatar_version'>

/** Returns the name of an avatar at Gravatar. It must be a hash of an address that all users can see. */
export const avatarHash = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex')

export const avatarUrl = ({ avatar_source, avatar_hash, avatar_version }: AvatarFields): string =>
  avatar_source === 'U'
    ? `/user_avatars/${avatar_hash}.png?version=${avatar_version}`
    : `https://secure.gravatar.com/avatar/${avatar_hash}?d=identicon&version=${avatar_version}`

/** Returns the URL of the larger version of an avatar. */
export const mediumAvatarUrl = (user: AvatarFields): string =>
  user.avatar_source === 'U' ? avatarUrl(user).replace('.png', '-medium.png') : `${avatarUrl(user)}&s=500`

/** Returns null if the client computes the URL itself, from a real address that it can see. */
export const avatarUrlFor = (user: AvatarFields, clientComputes: boolean): string | null =>
  clientComputes && user.avatar_source === 'G' ? null : avatarUrl(user)

/** Returns the URL of an avatar for spectators. It must not depend on the real address, which a spectator could guess. */
export const publicAvatarUrl = (realm: ReadOnlyRealm, user: User): string =>
  avatarUrl(user.avatar_source === 'U' ? user : { ...user, avatar_hash: publicAvatarHash(realm, user) })

/** Returns the URL of the larger version of an avatar for spectators. */
export const publicMediumAvatarUrl = (realm: ReadOnlyRealm, user: User): string =>
  mediumAvatarUrl(user.avatar_source === 'U' ? user : { ...user, avatar_hash: publicAvatarHash(realm, user) })

// The hash never changes, and a spectator may request the avatar of every user.
const publicAvatarHashCache = cacheKeyById<number, string>()

const publicAvatarHash = (realm: ReadOnlyRealm, { user_id }: User): string =>
  realm.cache.get(publicAvatarHashCache(user_id), () => avatarHash(dummyEmailOf(user_id, realmRow(realm).host)))
