import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { writePresencesIfDue } from './storage'

/** What was seen of people is written, many at a time. */
export const writeSeenPresences: DueWork<Realm> = {
  name: 'write_presences',
  run: (realm) => realm.transaction(() => writePresencesIfDue(realm)),
}
