import type { Realm } from '../../realm'
import { canSeeRealEmail } from './rules'
import { idByDummyEmail, maybeUserByEmail } from './storage'
import type { User } from './user'

/** Who goes by this address, as far as the asker may know: a real one they may not see answers like one that is nobody's. */
export function maybeUserKnownAs(realm: Realm, asker: User, email: string): User | undefined {
  const user = maybeUserByEmail(realm, email)
  if (user === undefined) return undefined
  return idByDummyEmail(realm, email) === user.user_id || canSeeRealEmail(asker, user) ? user : undefined
}
