import { profileInSight, sightOf, type Sight } from './profile'
import type { User } from './user'

/**
 * The JSON of users, encoded once for each form in which viewers see them. A `User` never changes: a change of the user's row
 * makes another object, which has no JSON yet. So no viewer can get the JSON of an earlier row, or of another sight.
 */
type Encoded = {
  /** Without the closing brace, `is_active` and `profile_data`. */
  bySight: Map<Sight, string>
  profileData: string
}

const encodedUsers = new WeakMap<User, Encoded>()

export type EncodedFields = { client_gravatar: boolean; withProfileData: boolean; withActivity: boolean }

/** Returns the JSON of each of these users, as `viewer` sees them. */
export function encodedProfiles(
  users: readonly User[],
  viewer: User,
  { client_gravatar, withProfileData, withActivity }: EncodedFields,
): string[] {
  return users.map((user) => {
    const encoded = encodedOf(user)
    const opening = openingOf(encoded, user, sightOf(user, viewer, client_gravatar))
    // Bots have no custom profile fields.
    const profileData = withProfileData && !user.is_bot ? encoded.profileData : ''
    return `${opening}${profileData}${withActivity ? `,"is_active":${user.is_active}}` : '}'}`
  })
}

/** The texts of users with larger ids are not kept, so that they need at most some megabytes. */
const IDS_WITH_TEXTS = 16_384

function encodedOf(user: User): Encoded {
  let encoded = encodedUsers.get(user)
  if (encoded === undefined) {
    encoded = { bySight: new Map(), profileData: `,"profile_data":${JSON.stringify(user.profile_data)}` }
    if (user.user_id < IDS_WITH_TEXTS) encodedUsers.set(user, encoded)
  }
  return encoded
}

function openingOf({ bySight }: Encoded, user: User, sight: Sight): string {
  let opening = bySight.get(sight)
  if (opening === undefined) {
    const { is_active: _, ...profile } = profileInSight(user, sight)
    bySight.set(sight, (opening = JSON.stringify(profile).slice(0, -1)))
  }
  return opening
}
