import { storeUnavailable } from '../../../api/errors'
import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { orUnavailable } from '../../../store/d1'
import { isWithoutHistory } from '../../../store/point-in-time'
import { newestIdSentBefore } from '../../messages/message-index/storage'
import { entriesSince } from '../../realm/audit-log/storage'
import { realmRow } from '../../realm/settings/storage'
import { insertRestore, openRestore, restoresOf, writeEnd, writeUndoBookmark, type Restore } from './journal-storage'
import { noHistory, noRestoreToCancel, noSuchRestore, refusalOfMoment, restoreHasBegun } from './rules'
import { highestIds, restoreState, writeRestoreState, type HighestIds } from './storage'

export type RestoreRequest = { moment: number } | { undoes: number }

/** What a restore would do. */
export type RestorePlan = {
  restore_id: number
  moment: number
  bookmark: string
  /** The messages that users sent after the moment. */
  messages_lost: number
  /** The changes after the moment that are in the audit log, the newest first. The restore undoes them. */
  changes: { at: number; kind: string; actor_id: number | null; user_id: number | null }[]
}

const MAX_CHANGES = 200
// A request that was waiting when the restore began may still take some.
const IDS_AFTER_CLOSING = 1000

/** Returns the plan of a restore. Throws if the realm cannot have this state. */
export async function planRestore(realm: Realm, request: RestoreRequest): Promise<RestorePlan> {
  const restores = await restoresOf(realm.d1, realm.name)
  const { moment, bookmark } = await targetOf(realm, request, restores)
  return {
    // The journal may lack one that the realm gave up. A state that knows its id would take the next restore for that one.
    restore_id: Math.max(restores[0]?.restore_id ?? 0, restoreState(realm.sql).restore_id) + 1,
    moment,
    bookmark,
    messages_lost: realm.messageIds.last - newestIdSentBefore(realm, moment + 1),
    changes: entriesSince(realm, moment, MAX_CHANGES),
  }
}

async function targetOf(realm: Realm, request: RestoreRequest, restores: readonly Restore[]) {
  if ('undoes' in request) {
    const undone = restores.find(({ restore_id, state }) => restore_id === request.undoes && state === 'finished')
    if (undone === undefined) throw noSuchRestore({})
    return { moment: undone.begun_at, bookmark: undone.undo_bookmark }
  }
  const { moment } = request
  const { created_at } = realmRow(realm)
  const ended = restores.filter(({ state }) => state !== 'cancelled')
  const refusal = refusalOfMoment({ moment, now: realm.now(), created_at }, ended)
  if (refusal) throw refusal
  return { moment, bookmark: await bookmarkAt(realm, moment) }
}

async function bookmarkAt({ pointInTime }: Realm, moment: number): Promise<string> {
  try {
    return await pointInTime.at(moment)
  } catch (error) {
    throw isWithoutHistory(error) ? noHistory({}) : error
  }
}

/**
 * Begins a restore: users are served no more, D1 gets the rows that wait for it, the journal in D1 gets what the restored state
 * cannot know, and the object restarts. The undo bookmark is in the journal and in the log before the restart.
 */
export async function beginRestore(realm: Realm, request: RestoreRequest): Promise<RestorePlan> {
  const { timeline, pointInTime, name } = realm
  if (timeline.isScheduled) throw restoreHasBegun({})
  const open = await openRestore(realm.d1, name)
  if (open) await endIfOver(realm, open)
  const plan = await planRestore(realm, request)
  const { restore_id, moment, bookmark } = plan
  leave(realm, restore_id)
  try {
    await realm.outbox.drain()
    if (realm.outbox.waiting > 0) throw storeUnavailable({})
    const present = await pointInTime.now()
    await insertRestore(realm.d1, name, {
      restore_id,
      begun_at: realm.now(),
      moment,
      bookmark,
      undo_bookmark: present,
      highest_ids: { ...withReserve(highestIds(realm.sql)), generations: realm.databases.generations.all },
      state: 'begun',
      finished_at: null,
      report: {},
    })
    logLine('warn', 'restore_scheduled', { realm: name, restore_id, moment, bookmark, undo_bookmark: present })
    timeline.isScheduled = true
    const undo_bookmark = await pointInTime.restoreAtNextStart(bookmark)
    logLine('warn', 'restore_undo_bookmark', { realm: name, restore_id, undo_bookmark })
    await writeUndoBookmark(realm.d1, name, restore_id, undo_bookmark)
  } catch (error) {
    // The platform may know of the restore already: only a restart tells, and until then no user is served.
    if (timeline.isScheduled) pointInTime.restartSoon()
    else stay(realm)
    throw error
  }
  pointInTime.restartSoon()
  return plan
}

/** Notes the end of a restore that this state gave up, or finished, while D1 did not answer. Throws if it goes on. */
async function endIfOver(realm: Realm, open: Restore): Promise<void> {
  const { phase, step, restore_id, report } = restoreState(realm.sql)
  if (phase !== null || restore_id !== open.restore_id) throw restoreHasBegun({})
  const state = step === GIVEN_UP ? 'cancelled' : 'finished'
  const end = { restore_id, state, finished_at: realm.now(), report: step === GIVEN_UP ? {} : report } as const
  await orUnavailable(writeEnd(realm.d1, realm.name, end))
}

/** Ends a restore that began, if the platform does not know of it: the object restarted too early, with its own state. */
export async function cancelRestore(realm: Realm): Promise<void> {
  const open = await openRestore(realm.d1, realm.name)
  const { phase, restore_id } = restoreState(realm.sql)
  if (realm.timeline.isScheduled || phase !== 'leaving' || open?.restore_id !== restore_id) throw noRestoreToCancel({})
  await writeEnd(realm.d1, realm.name, { restore_id, state: 'cancelled', finished_at: realm.now(), report: {} })
  stay(realm)
}

/** The state that is left says so. A restored state does not, so the realm recognizes it when it starts. */
function leave(realm: Realm, restore_id: number): void {
  realm.transaction(() => writeRestoreState(realm.sql, { phase: 'leaving', step: '', restore_id, confirmed_at: 0 }))
  realm.timeline.state = 'leaving'
}

/** The step of a state that gave a restore up. */
const GIVEN_UP = 'given up'

function stay(realm: Realm): void {
  realm.transaction(() => writeRestoreState(realm.sql, { phase: null, step: GIVEN_UP, confirmed_at: realm.now() }))
  realm.timeline.state = 'newest'
}

const withReserve = ({ message, event, conversation, user, sequences }: HighestIds): HighestIds => ({
  message: message + 1,
  event: event + IDS_AFTER_CLOSING,
  conversation: conversation + 1,
  user: user + 1,
  sequences,
})
