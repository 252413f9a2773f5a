import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { writePresencesIfDue } from './storage'

/** Writes the presences that changed in memory, many at a time. */
export const writeChangedPresences: DueWork<Realm> = {
  name: 'write_presences',
  run: (realm) => realm.transaction(() => writePresencesIfDue(realm)),
}
