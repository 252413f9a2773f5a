import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { isErased } from '../../people/users/erased-storage'
import { OLD_VERSIONS, type OldVersion } from '../../messages/history/storage'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { allUsers, findUser } from '../../people/users/storage'
import { deleteFileLater } from '../../realm/files/storage'
import { eraseAccount } from '../account-erasure/actions'
import { erasedUsersAfter } from '../account-erasure/storage'
import { writeEnd, restoresOf } from './journal-storage'
import {
  absentIds,
  highestIds,
  newestIds,
  restoreState,
  settledEdits,
  settledMessages,
  writeRestoreState,
  type RestoreState,
} from './storage'
import { deleteNewerProfiles, idsWithText, replacedIds, replacedTexts, type TextTarget } from './texts-storage'

const USERS_PER_PAGE = 500

/**
 * Reads a page of a step. Returns what changes the realm, in one transaction with the position. This returns where the step continues, or
 * undefined at its end.
 */
type Step = (realm: Realm, state: RestoreState) => Promise<() => Partial<RestoreState> | undefined>

const STEPS: Record<string, Step> = {
  messages: (realm, state) => removeNewerTexts(realm, state, 'messages'),
  old_versions: (realm, state) => removeNewerTexts(realm, state, OLD_VERSIONS),
  replaced_messages: (realm, state) => recoverTexts(realm, state, 'messages'),
  replaced_versions: (realm, state) => recoverTexts(realm, state, OLD_VERSIONS),
  profiles: copyProfiles,
  files: removeNewerFiles,
  erasures: repeatErasures,
}

/**
 * Does the next page of the recovery. Returns whether the recovery has ended. If D1 answers very late, another run may have done
 * the same page: what was read before it is old, and changes nothing.
 */
export async function recoverNext(realm: Realm): Promise<boolean> {
  const state = restoreState(realm.sql)
  if (state.phase !== 'recovering') return true
  const step = STEPS[state.step]
  if (step === undefined) return finishRecovery(realm, state)
  const change = await step(realm, state)
  const names = Object.keys(STEPS)
  const next = { step: names[names.indexOf(state.step) + 1] ?? 'end', position: '' }
  realm.transaction(() => {
    if (isStillAt(realm, state)) writeRestoreState(realm.sql, change() ?? next)
  })
  return false
}

function isStillAt(realm: Realm, { restore_id, phase, step, position }: RestoreState): boolean {
  const now = restoreState(realm.sql)
  return now.restore_id === restore_id && now.phase === phase && now.step === step && now.position === position
}

const atItsEnd = () => undefined

/**
 * Empties the texts of messages and edits that the restored state does not have. They have newer ids, or an earlier restore took
 * them away and another brought them back.
 */
async function removeNewerTexts(realm: Realm, state: RestoreState, target: TextTarget) {
  const first = state.restore_id === 1 ? newestIds(realm.sql)[target] : 0
  const page = await idsWithText(realm.databases.texts, target, Number(state.position) || first)
  if (page.length === 0) return atItsEnd
  return () => {
    const ids = absentIds(realm.sql, target, page)
    if (ids.length > 0 && target === 'messages') realm.bodies.remove(ids, realm.log.takeId())
    if (ids.length > 0 && target !== 'messages')
      realm.outbox.replace(target, ids, realm.log.takeId(), { content: '', rendered_content: '' })
    return { position: String(page.at(-1)), report: counted(state, 'removed', ids.length) }
  }
}

/**
 * Puts texts back that were replaced after the moment. Versions are issued in the order of time, also across restores. So the
 * text of the moment is the one that a later version replaced first: later than the last edit that the realm knows, and
 * later than the last restore.
 */
async function recoverTexts(realm: Realm, state: RestoreState, target: TextTarget) {
  const version = state.last_version
  const page = await replacedIds(realm.databases.texts, { target, after: Number(state.position) || 0, version })
  if (page.length === 0) return atItsEnd
  const settled = target === 'messages' ? settledMessages(realm.sql, page) : settledEdits(realm.sql, page)
  const requested = settled.map((row) => ({ id: row.id, version: Math.max(version, row.version) }))
  const texts = requested.length === 0 ? [] : await replacedTexts(realm.databases.texts, target, requested)
  return () => {
    for (const { id, body } of texts) {
      if (target === 'messages') realm.bodies.put(id, realm.log.takeId(), bodyOf(body))
      else realm.outbox.put(target, id, realm.log.takeId(), versionOf(body))
    }
    return {
      position: String(texts.at(-1)?.id ?? page.at(-1)),
      report: counted(state, 'recovered', texts.length),
    }
  }
}

type StoredBody = OldVersion & { client: string; is_me_message: number }

function bodyOf(json: string) {
  const { is_me_message, ...body }: StoredBody = JSON.parse(json)
  return { ...body, is_me_message: is_me_message === 1 }
}

const versionOf = (json: string): OldVersion => JSON.parse(json)

async function copyProfiles(realm: Realm, state: RestoreState) {
  const after = Number(state.position) || 0
  // No user is created meanwhile. One that is created later has a higher id, should D1 receive this late.
  const skipped = highestIds(realm.sql).user
  if (after === 0) await deleteNewerProfiles(realm.d1, realm.name, [newestIds(realm.sql).users, skipped])
  const page = allUsers(realm)
    .toSorted((a, b) => a.user_id - b.user_id)
    .filter(({ user_id }) => user_id > after)
    .slice(0, USERS_PER_PAGE)
  if (page.length === 0) return atItsEnd
  return () => {
    for (const user of page) copyProfileToD1(realm, user)
    return { position: String(page.at(-1)?.user_id), report: counted(state, 'profiles', page.length) }
  }
}

/** Files that were stored after the moment have no use in the restored state. They stay for thirty days, for an undo. */
async function removeNewerFiles(realm: Realm, state: RestoreState) {
  const { moment = Infinity } = (await restoresOf(realm.d1, realm.name)).find(isOf(state)) ?? {}
  const { files, next } = await realm.files.list(state.position)
  const newer = files.filter(({ stored_at }) => stored_at > moment)
  return () => {
    for (const { key } of newer) deleteFileLater(realm, key)
    const report = counted(state, 'files', newer.length)
    if (next !== undefined) return { position: next, report }
    writeRestoreState(realm.sql, { report })
    return undefined
  }
}

/** Erases again what users erased after the moment. */
async function repeatErasures(realm: Realm, state: RestoreState) {
  const erased = await erasedUsersAfter(realm.d1, realm.name, Number(state.position) || 0)
  if (erased.length === 0) return atItsEnd
  return () => {
    for (const { user_id, deletes_messages } of erased) {
      const user = findUser(realm, user_id)
      if (user && !isErased(realm.sql, user_id)) eraseAccount(realm, user, deletes_messages === 1)
    }
    return { position: String(erased.at(-1)?.user_id) }
  }
}

const isOf =
  ({ restore_id }: RestoreState) =>
  (restore: { restore_id: number }) =>
    restore.restore_id === restore_id

const counted = ({ report }: RestoreState, name: keyof RestoreState['report'], number: number) => ({
  ...report,
  [name]: (report[name] ?? 0) + number,
})

/** Serves users again, when D1 has all rows of the restored state. */
async function finishRecovery(realm: Realm, state: RestoreState): Promise<boolean> {
  const { restore_id, report } = state
  await realm.outbox.drain()
  if (!isStillAt(realm, state)) return true
  if (realm.outbox.waiting > 0) return false
  const confirmed_at = realm.now()
  realm.transaction(() => {
    const last_version = realm.log.takeId()
    writeRestoreState(realm.sql, { phase: null, step: '', position: '', last_version, confirmed_at })
  })
  await writeEnd(realm.d1, realm.name, { restore_id, state: 'finished', finished_at: realm.now(), report })
  realm.timeline.state = 'newest'
  realm.timeline.confirmedAt = confirmed_at
  logLine('warn', 'restore_finished', { realm: realm.name, restore_id, ...report })
  return true
}
