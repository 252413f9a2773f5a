import type { Realm } from '../../../realm'
import { canSeeRealEmail } from './rules'
import { canKnowOf } from './sight'
import { idByDummyEmail, maybeUser, maybeUserByEmail } from './storage'
import type { User } from './user'

/** Who goes by this address, as far as the asker may know: a real one they may not see answers like one that is nobody's. */
export function maybeUserKnownAs(realm: Realm, asker: User, email: string): User | undefined {
  const user = maybeUserByEmail(realm, email)
  if (user === undefined || !canKnowOf(realm, asker, user)) return undefined
  return idByDummyEmail(realm, email) === user.user_id || canSeeRealEmail(asker, user) ? user : undefined
}

/** Who has this id, as far as the asker may know. */
export function maybeUserKnownTo(realm: Realm, asker: User, user_id: number): User | undefined {
  const user = maybeUser(realm, user_id)
  return user && canKnowOf(realm, asker, user) ? user : undefined
}
