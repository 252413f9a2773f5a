import { badRequest } from '../../../api/errors'
import { logLine } from '../../../api/log-line'
import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { FIRST_DATABASE } from '../../../store/databases'
import { allHolds } from '../../messages/holds/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { deactivateRealm } from './actions'
import { deleteRowsInD1 } from './erased-rows-storage'
import { eraseAt, writeEraseAt } from './erasure-storage'

export const wrongRealmName = badRequest(() => 'This is not the name of the organization')

const ERASED_AFTER_SECONDS = 30 * 24 * 3600
const BATCHES_PER_RUN = 50

/** Closes the realm, and erases it in 30 days. Until then the operator can reopen it, which cancels the erasure. */
export function requestErasure(realm: Realm, name: string): { erase_at: number } {
  if (name !== settingsOf(realm).name) throw wrongRealmName({})
  if (!realmRow(realm).is_deactivated) deactivateRealm(realm)
  const erase_at = eraseAt(realm.sql) ?? realm.now() + ERASED_AFTER_SECONDS
  writeEraseAt(realm.sql, erase_at)
  realm.wakeAt(realm.now())
  return { erase_at }
}

/**
 * Erases all that the realm has: first in D1 and R2, then in its own storage, which knows that it is to be erased. A realm with a hold
 * stays closed, and is erased after the hold has ended: the operator reopens it for that.
 */
export const eraseRealm: DueWork<Realm> = {
  name: 'erase_realm',
  run: async (realm) => {
    const erase_at = eraseAt(realm.sql)
    if (erase_at === undefined || !realmRow(realm).is_deactivated) return undefined
    if (realm.now() < erase_at) return erase_at
    if (allHolds(realm).length > 0) {
      logLine('warn', 'erasure_waits_for_holds', { realm: realm.name, holds: allHolds(realm).length })
      return realm.now() + SECONDS_PER_DAY
    }
    await realm.outbox.drain()
    if (realm.outbox.waiting > 0) return realm.now() + 60
    for (let batches = 0; batches < BATCHES_PER_RUN; batches++)
      if (!(await eraseBatch(realm))) {
        realm.metrics.discard()
        logLine('warn', 'realm_erased', { realm: realm.name })
        await realm.pointInTime.deleteEverything()
        realm.pointInTime.restartSoon()
        return undefined
      }
    return realm.now() + 1
  },
}

/** Returns whether it found anything to delete. */
async function eraseBatch(realm: Realm): Promise<boolean> {
  const { files } = await realm.files.list('')
  if (files.length > 0) await realm.files.delete(files.map(({ key }) => key))
  const hasBackups = realm.backups !== undefined && (await deleteBackups(realm.backups, realm.name))
  return (await eraseInDatabases(realm)) || files.length > 0 || hasBackups
}

/** The first database comes last, because the rows there are those by which the realm is known. */
async function eraseInDatabases({ databases, d1, name }: Realm): Promise<boolean> {
  const others = new Set(databases.generations.all.map(({ database }) => database))
  others.delete(FIRST_DATABASE)
  for (const database of others) if (await deleteRowsInD1(databases.texts.primary(database), name)) return true
  return deleteRowsInD1(d1, name)
}

/** Deletes objects of the realm in the bucket for nightly copies. Returns whether there were any. */
async function deleteBackups(backups: R2Bucket, realm_name: string): Promise<boolean> {
  const { objects } = await backups.list({ prefix: `${realm_name}/` })
  if (objects.length > 0) await backups.delete(objects.map(({ key }) => key))
  return objects.length > 0
}
