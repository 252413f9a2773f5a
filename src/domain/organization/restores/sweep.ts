import type { D1 } from '../../../store/d1'
import { HISTORY_SECONDS } from '../../../store/point-in-time'
import { deleteOldTexts } from './texts-storage'

const BATCHES_MAX = 50

/** Deletes the texts of all realms that are kept for restores, and are older than the states that can be restored. */
export async function deleteUnneededTexts(d1: D1, now: number): Promise<void> {
  for (let batches = 0; batches < BATCHES_MAX; batches++) if (!(await deleteOldTexts(d1, now - HISTORY_SECONDS))) return
}
