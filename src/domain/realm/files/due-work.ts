import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { doomedBy, forgetDoomed, nextDoom } from './storage'

// R2 deletes as many at once.
const FILES_PER_BITE = 1000

/** Files that nobody has a use for leave R2. A key is forgotten only when R2 has said that it is done. */
export const deleteDoomedFiles: DueWork<Realm> = {
  name: 'delete_files',
  run: async (realm) => {
    const keys = doomedBy(realm, realm.now(), FILES_PER_BITE)
    if (keys.length > 0) {
      await realm.files.delete(keys)
      realm.transaction(() => forgetDoomed(realm, keys))
    }
    return nextDoom(realm)
  },
}
