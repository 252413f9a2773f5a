import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { encryptAgain } from './actions'

/** Encrypts values again that have an older key, once after the realm woke: only then the deployment can have another key. */
export const encryptSecretsAgain: DueWork<Realm> = {
  name: 'encrypt_secrets_again',
  run: (realm) => {
    if (realm.cache.find(isDoneCache)) return undefined
    const { renewed } = realm.transaction(() => encryptAgain(realm))
    if (renewed > 0) return realm.now()
    realm.cache.set(isDoneCache, true)
    return undefined
  },
}

const isDoneCache = cacheKey<boolean>()
