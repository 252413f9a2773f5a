import type { Realm } from '../../../realm'
import { SECRET_LENGTH } from '../../../store/random-key'
import { recordAudit } from '../../realm/audit-log/record'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { runsOf } from '../../../store/id-set'
import { consentingUserIds } from '../../accounts/export-consent/consents'
import { emailContextOf } from '../../mail/mail/email-context'
import { administratorsOnly } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { scheduleFileDeletion } from '../../realm/files/storage'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { wordsFor } from '../../writing/bot-messages/words'
import { deleteChecksums } from './checksum-storage'
import { fileKey, includedFilesKey, PUBLIC, stateOf, WITH_PRIVATE_DATA, type DataExport } from './data-export'
import { exportEmail } from './emails'
import { exportsChanged } from './events'
import { findPart, firstPart, MARKER, nextFileName } from './parts'
import { invalidExport, refusalToDelete, refusalToExport, refusalToExportAll } from './rules'
import { allExports, countExportsSince, deleteFiles, filesOf, findExport, insertExport, updateExport } from './storage'
import { wireExports } from './wire-export'

export type RequestedExport = Pick<DataExport, 'export_type' | 'form'>

const PENDING_FILE_SECONDS = 3600
/** No account has this id. */
const OPERATOR = 0

/** Requests an export of all messages up to now. The alarm makes it. Returns its id. */
export function requestExport(realm: Realm, actor: User, { export_type, form }: RequestedExport): number {
  const refusal = refusalToExport(countExportsSince(realm.sql, realm.now() - SECONDS_PER_WEEK))
  if (refusal) throw refusal
  const consenting_users = export_type === PUBLIC ? [] : runsOf(consentingUserIds(realm))
  const { user_id } = actor
  const id = beginExport(realm, {
    acting_user_id: user_id,
    export_type,
    form,
    consenting_users,
    is_complete: false,
    search_id: null,
  })
  recordAudit(realm, 'export_requested', {}, { export_id: id, export_type })
  publishExports(realm, { search_id: null })
  return id
}

/**
 * Requests an export of everything, with the private data of all users, for a Zulip server. Only the operator can request it, and
 * the audit log keeps with which words they confirmed it. Returns the one in progress, or the one that is ready, if there is one.
 */
export function requestCompleteExport(realm: Realm, confirmation: string): DataExport {
  const refusal = refusalToExportAll(confirmation, realmRow(realm).host)
  if (refusal) throw refusal
  const found = completeExports(realm).find((each) => ['pending', 'ready'].includes(stateOf(each)))
  if (found) return found
  const kind = { export_type: WITH_PRIVATE_DATA, form: 'reference', is_complete: true } as const
  const id = beginExport(realm, { ...kind, acting_user_id: OPERATOR, consenting_users: [], search_id: null })
  recordAudit(realm, 'complete_export_requested', {}, { export_id: id, confirmation })
  return findExport(realm.sql, id)!
}

/** Deletes the files of complete exports that are ready. Returns how many there were. */
export function deleteCompleteExports(realm: Realm): number {
  const ready = completeExports(realm).filter((each) => stateOf(each) === 'ready')
  for (const dataExport of ready) deleteReadyExport(realm, dataExport)
  return ready.length
}

const completeExports = (realm: Realm) => allExports(realm.sql).filter(({ is_complete }) => is_complete)

type Requested = Pick<
  DataExport,
  'acting_user_id' | 'export_type' | 'form' | 'is_complete' | 'consenting_users' | 'search_id'
>

export function beginExport(realm: Realm, requested: Requested): number {
  const now = realm.now()
  realm.wakeAt(now)
  return insertExport(realm.sql, {
    ...requested,
    export_time: now,
    realm_url: realm.client.realm_url,
    secret: realm.randomKey(SECRET_LENGTH),
    last_message_id: realm.messageIds.last,
    part: firstPart(requested.form).name,
  })
}

/** Deletes an export of the administrators. They know neither those of the operator nor those of searches over everything. */
export function deleteOwnExport(realm: Realm, id: number): void {
  const dataExport = findExport(realm.sql, id)
  if (dataExport === undefined || dataExport.is_complete || dataExport.search_id !== null) throw invalidExport({})
  deleteReadyExport(realm, dataExport)
}

/** Deletes an export that is ready. Its URL does not work any more, and the alarm deletes its files from R2. */
export function deleteReadyExport(realm: Realm, dataExport: DataExport): void {
  const { id, search_id } = dataExport
  const refusal = refusalToDelete(stateOf(dataExport))
  if (refusal) throw refusal
  if (search_id === null) recordAudit(realm, 'export_deleted', {}, { export_id: id })
  else recordDiscovery(realm, 'export_removed', { export_id: id })
  deleteFilesOf(realm, dataExport)
  updateExport(realm.sql, { ...dataExport, deleted_timestamp: realm.now() })
  publishExports(realm, dataExport)
}

/** Deletes all exports, also those in progress: what they have was erased. Those of searches have no profiles, and stay. */
export function deleteAllExports(realm: Realm): void {
  for (const dataExport of allExports(realm.sql)) {
    if (dataExport.search_id !== null) continue
    const state = stateOf(dataExport)
    if (state === 'pending') failExport(realm, dataExport)
    if (state === 'ready') deleteReadyExport(realm, dataExport)
  }
}

export function completeExport(realm: Realm, dataExport: DataExport): void {
  updateExport(realm.sql, { ...dataExport, consenting_users: [], due_at: null })
  publishExports(realm, dataExport)
  if (dataExport.search_id === null) notifyRequester(realm, dataExport, 'ready')
  else recordDiscovery(realm, 'export_made', madeFrom(realm, dataExport))
}

/** Ends an export that cannot be made, and deletes its files. */
export function failExport(realm: Realm, dataExport: DataExport): void {
  deleteFilesOf(realm, dataExport)
  const part = findPart(dataExport)
  // The last attempt may still store its file, so this deletion comes later.
  if (part) {
    const name = nextFileName(part, dataExport.pages)
    for (const key of [fileKey(dataExport, name), includedFilesKey(dataExport, name)])
      scheduleFileDeletion(realm, key, realm.now() + PENDING_FILE_SECONDS)
  }
  updateExport(realm.sql, { ...dataExport, consenting_users: [], due_at: null, failed_timestamp: realm.now() })
  publishExports(realm, dataExport)
  if (dataExport.search_id === null) notifyRequester(realm, dataExport, 'failed')
}

/** Sends no message in a deactivated realm. After a reactivation, administrators find the export in the list. */
function notifyRequester(realm: Realm, { acting_user_id }: DataExport, outcome: 'ready' | 'failed') {
  const requester = findUser(realm, acting_user_id)
  if (!requester?.is_active || requester.is_bot || realmRow(realm).is_deactivated) return
  sendBotMessage(realm, requester, wordsFor(realm, requester).exports[outcome])
  // An export can take hours, so the requester may be away.
  realm.emails.add(exportEmail(emailContextOf(realm, requester), outcome), realm.now() + SECONDS_PER_WEEK)
}

function deleteFilesOf(realm: Realm, dataExport: DataExport) {
  for (const { name, included_bytes } of filesOf(realm.sql, dataExport)) {
    scheduleFileDeletion(realm, fileKey(dataExport, name), realm.now())
    if (included_bytes > 0) scheduleFileDeletion(realm, includedFilesKey(dataExport, name), realm.now())
  }
  deleteFiles(realm.sql, dataExport)
  deleteChecksums(realm.sql, dataExport)
}

/** Returns what the log says of an export of a search: with the hash of its marker, which has those of all files. */
function madeFrom(realm: Realm, dataExport: DataExport) {
  const files = filesOf(realm.sql, dataExport)
  const messages = files.reduce((sum, { name, items }) => sum + (name.startsWith('messages-') ? items : 0), 0)
  return {
    export_id: dataExport.id,
    messages,
    sha256: files.find(({ name }) => name === `${MARKER}.json`)?.sha256 ?? '',
  }
}

/** Administrators do not learn that there is an export of a search. */
function publishExports(realm: Realm, { search_id }: Pick<DataExport, 'search_id'>): void {
  if (search_id === null) realm.publish(exportsChanged({ exports: wireExports(realm) }), administratorsOnly())
}
