import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { withTimeLimit } from '../../../store/time-limit'
import { failExport } from './actions'
import { makeFile, settle } from './bite'
import type { DataExport } from './data-export'
import { dueExport, maybeExport, nextExport, writeExport } from './storage'

// Whatever else is due waits as long.
const BITES_PER_RING = 2
const MOST_ATTEMPTS = 8
const PATIENCE_SECONDS = 20
/** Longer than anybody waits for a bite, so that none is on its way twice. */
const GIVEN_UP_AFTER_SECONDS = 60
const PAUSES_SECONDS = [5, 15, 60, 300, 900, 1800, 3600]

/**
 * Puts together what somebody wants to take along, bite by bite: one file is made, and then it is written down how far the
 * export has come. That a bite begins is written before it does, so an object that dies in it does that one bite again; a
 * bite that never comes to its end is given up in the end, and the export with it.
 */
export const makeExports: DueWork<Realm> = {
  name: 'make_exports',
  run: async (realm) => {
    for (let bites = 0; bites < BITES_PER_RING; bites++) {
      const begun = realm.transaction(() => begin(realm))
      if (begun === undefined) break
      await take(realm, begun)
    }
    return nextExport(realm)
  },
}

function begin(realm: Realm): DataExport | undefined {
  for (let due = dueExport(realm); due !== undefined; due = dueExport(realm)) {
    if (due.attempts < MOST_ATTEMPTS) {
      const begun = { ...due, attempts: due.attempts + 1, due_at: realm.now() + GIVEN_UP_AFTER_SECONDS }
      writeExport(realm, begun)
      return begun
    }
    failExport(realm, due)
  }
  return undefined
}

async function take(realm: Realm, begun: DataExport): Promise<void> {
  try {
    const file = await withTimeLimit(PATIENCE_SECONDS, makeFile(realm, begun))
    realm.transaction(() => isCurrent(realm, begun) && settle(realm, begun, file))
  } catch (error) {
    realm.transaction(() => isCurrent(realm, begun) && tryAgain(realm, begun))
    throw error
  }
}

/** Nobody began it anew meanwhile. */
function isCurrent(realm: Realm, { id, part, after_id, attempts }: DataExport): boolean {
  const now = maybeExport(realm, id)
  return now?.part === part && now.after_id === after_id && now.attempts === attempts && now.due_at !== null
}

function tryAgain(realm: Realm, begun: DataExport) {
  const pause = PAUSES_SECONDS[begun.attempts - 1]
  if (pause === undefined) failExport(realm, begun)
  else postpone(realm, begun, realm.now() + pause)
}

function postpone(realm: Realm, begun: DataExport, due_at: number) {
  writeExport(realm, { ...begun, due_at })
  realm.wakeAt(due_at)
}
