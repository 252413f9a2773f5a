import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { loadOldVersions } from '../history/old-versions-in-d1'
import { OLD_VERSIONS, pendingOldVersions, type OldVersion } from '../history/storage'
import { idsOfWaitingMessages, idsOfWaitingVersions, writeHeldText, writeHeldVersionText } from './held-storage'

const TEXTS_PER_BATCH = 100
const BATCHES_PER_RUN = 20
const SECONDS_BETWEEN = 1

const EMPTY: OldVersion = { content: '', rendered_content: '' }

/**
 * Takes the texts of deleted messages into the realm, which alone knows that they are held, and empties them in D1. Until then D1 has
 * them, as it has the texts of all messages that were deleted a moment ago.
 */
export const keepHeldTexts: DueWork<Realm> = {
  name: 'keep_held_texts',
  run: async (realm) => {
    for (let batches = 0; batches < BATCHES_PER_RUN; batches++)
      if (!(await keepMessages(realm)) && !(await keepVersions(realm))) return undefined
    return realm.now() + SECONDS_BETWEEN
  },
}

/** Returns whether there were any. */
async function keepMessages(realm: Realm): Promise<boolean> {
  const ids = idsOfWaitingMessages(realm.sql, TEXTS_PER_BATCH)
  if (ids.length === 0) return false
  const { found, within } = await realm.bodies.load(ids, BYTES_PER_BATCH)
  realm.transaction(() => {
    const waiting = new Set(idsOfWaitingMessages(realm.sql, TEXTS_PER_BATCH))
    const kept = ids.slice(0, within).filter((id) => waiting.has(id))
    for (const id of kept) writeHeldText(realm.sql, id, found.get(id) ?? EMPTY)
    if (kept.length > 0) realm.bodies.remove(kept, realm.log.takeId())
  })
  return true
}

async function keepVersions(realm: Realm): Promise<boolean> {
  const ids = idsOfWaitingVersions(realm.sql, TEXTS_PER_BATCH)
  if (ids.length === 0) return false
  const pending = pendingOldVersions(realm, ids, BYTES_PER_BATCH)
  const needed = ids.slice(0, pending.within)
  const missing = needed.filter((id) => !pending.found.has(id))
  const loaded =
    missing.length === 0 ? undefined : await loadOldVersions(realm.databases.texts, missing, BYTES_PER_BATCH)
  const unread = loaded && missing[loaded.within]
  const read = unread === undefined ? needed : needed.slice(0, needed.indexOf(unread))
  realm.transaction(() => {
    const waiting = new Set(idsOfWaitingVersions(realm.sql, TEXTS_PER_BATCH))
    const kept = read.filter((id) => waiting.has(id))
    for (const id of kept) writeHeldVersionText(realm.sql, id, pending.found.get(id) ?? loaded?.found.get(id) ?? EMPTY)
    if (kept.length > 0) realm.outbox.replace(OLD_VERSIONS, kept, realm.log.takeId(), EMPTY)
  })
  return true
}
