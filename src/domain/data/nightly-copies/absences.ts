import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { attachmentKeysAmong } from '../../files/attachments/storage'
import { absentFiles, deleteCopiedFiles } from './bucket'
import { absencesUpTo, allCopies, deleteAbsences, deleteAbsencesOfNight, insertAbsences } from './storage'

const FILES_PER_RUN = 100
/** So many files that the realm has not deleted are absent only if the bucket of files was lost. */
const LOST_AT_ONCE = 10

/**
 * Reads one page of the list of copied files. Files on it that the realm deleted get a row, so that their copies are deleted
 * later. Returns where the next page begins. A file that is not in the bucket, and that the realm has not deleted, is lost: its
 * copy stays. If many files are lost, no later page is read, and this night adds no rows.
 */
export async function noteAbsentFiles(realm: Realm, cursor: string | undefined): Promise<string | undefined> {
  const { absent, next } = await absentFiles(realm, cursor)
  const lost = new Set(attachmentKeysAmong(realm.sql, absent))
  if (lost.size > 0) logLine('error', 'files_lost', { realm: realm.name, files: lost.size })
  const { night } = allCopies(realm.sql)[0]!
  if (lost.size >= LOST_AT_ONCE) {
    realm.transaction(() => deleteAbsencesOfNight(realm.sql, night))
    return undefined
  }
  const deleted = absent.filter((key) => !lost.has(key))
  if (deleted.length > 0) realm.transaction(() => insertAbsences(realm.sql, deleted, night))
  return next
}

/** Deletes copied files that no kept copy lists. Returns whether there may be more. A file that is there again stays. */
export async function deleteAbsentFiles(realm: Realm): Promise<boolean> {
  const nights = allCopies(realm.sql).map(({ night }) => night)
  if (nights.length === 0) return false
  const keys = absencesUpTo(realm.sql, Math.min(...nights), FILES_PER_RUN)
  if (keys.length === 0) return false
  await deleteCopiedFiles(realm, keys)
  realm.transaction(() => deleteAbsences(realm.sql, keys))
  return keys.length === FILES_PER_RUN
}
