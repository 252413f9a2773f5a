import type { DueWork } from '../../../events/due-work'
import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { realmNumber } from '../../realm/settings/realm-number'
import { realmRow } from '../../realm/settings/storage'
import { deleteAbsentFiles } from './absences'
import { deleteObjects } from './bucket'
import { beginCopy, continueCopy } from './copy'
import { dueNight, expiredNights, folderOf, nextExpiry } from './rules'
import { allCopies, deleteCopy, type NightlyCopy } from './storage'

const FILES_PER_RUN = 5

/**
 * Makes a copy each night, if the realm changed since the last one, and deletes the copies that are too old. An open copy
 * continues after a restart of the object.
 */
export const makeNightlyCopies: DueWork<Realm> = {
  name: 'make_nightly_copies',
  run: async (realm) => {
    if (realm.backups === undefined || realm.config.nightly_copies === 0) return undefined
    const copies = allCopies(realm.sql)
    const [newest] = copies
    if (newest !== undefined && newest.finished_at === null) return continueOpenCopy(realm, newest)
    await deleteExpired(realm, realm.backups, copies)
    if (await deleteAbsentFiles(realm)) return realm.now()
    const expiry = nextExpiry(
      allCopies(realm.sql).map(({ night }) => night),
      realm.config.nightly_copies,
    )
    if (!hasChanged(realm, newest)) return expiry
    const { night, at } = dueNight(realm.now(), realmNumber(realm), newest?.night)
    if (realm.now() < at) return Math.min(at, expiry ?? Infinity)
    realm.transaction(() => beginCopy(realm, night))
    return realm.now()
  },
}

/** Files that wait for their deletion are in the copy. It has to learn that they are gone. */
const hasChanged = (realm: Realm, newest: NightlyCopy | undefined): boolean =>
  !realmRow(realm).is_deactivated &&
  (newest === undefined || newest.last_event_id !== realm.log.lastId || newest.files_wait === 1)

async function continueOpenCopy(realm: Realm, opened: NightlyCopy): Promise<number> {
  let copy = opened
  for (let files = 0; files < FILES_PER_RUN; files++) {
    if (await continueCopy(realm, copy)) {
      logLine('info', 'nightly_copy_finished', { realm: realm.name, night: folderOf(copy.night) })
      return realm.now()
    }
    copy = allCopies(realm.sql)[0] ?? copy
  }
  return realm.now()
}

async function deleteExpired(realm: Realm, backups: R2Bucket, copies: readonly NightlyCopy[]): Promise<void> {
  const nights = copies.map(({ night }) => night)
  for (const night of expiredNights(nights, realm.now(), realm.config.nightly_copies)) {
    while (await deleteObjects(backups, `${realm.name}/${folderOf(night)}/`));
    realm.transaction(() => deleteCopy(realm.sql, night))
  }
}
