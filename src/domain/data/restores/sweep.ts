import { d1, type D1 } from '../../../store/d1'
import type { Databases } from '../../../store/databases'
import { HISTORY_SECONDS } from '../../../store/point-in-time'
import { deleteOldTexts } from './texts-storage'

const MAX_BATCHES = 50

/** Deletes the texts of all realms that are kept for restores, and are older than the states that can be restored. */
export async function deleteUnneededTexts(databases: Databases, now: number): Promise<void> {
  await Promise.all(databases.all().map(({ database }) => deleteUnneededIn(d1(database), now)))
}

async function deleteUnneededIn(database: D1, now: number): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches++)
    if (!(await deleteOldTexts(database, now - HISTORY_SECONDS))) return
}
