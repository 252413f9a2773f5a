import { runsOf } from '../../../store/id-set'
import type { Realm } from '../../../realm'
import { spaceUsed } from '../../files/attachments/storage'
import { doom } from '../../realm/files/storage'
import { countMessagesUpTo } from '../../messages/message-index/storage'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { administratorsOnly } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { consenting } from '../../accounts/export-consent/consents'
import { fileKey, listKey, PUBLIC, stateOf, type DataExport, type ExportType } from './data-export'
import { exportsChanged } from './events'
import { nextFileOf, partCalled, parts } from './parts'
import { FAILED, invalidExport, MOST_MESSAGES, READY, refusalToDelete, refusalToExport } from './rules'
import { exportsShown } from './shown'
import { countExportsSince, filesOf, forgetFiles, insertExport, maybeExport, writeExport } from './storage'
const SECRET_LETTERS = 43
const ON_ITS_WAY_SECONDS = 3600

/** Somebody wants the organization's data. It is what had been said by now; putting it together is due from here on. */
export function requestExport(realm: Realm, actor: User, export_type: ExportType): number {
  const now = realm.now()
  const refusal = refusalToExport({
    exports_in_week: countExportsSince(realm, now - SECONDS_PER_WEEK),
    messages: countMessagesUpTo(realm, MOST_MESSAGES + 1),
    bytes: spaceUsed(realm),
    mail_from: realm.config.mail_from,
  })
  if (refusal) throw refusal
  const id = insertExport(realm, {
    acting_user_id: actor.user_id,
    export_type,
    export_time: now,
    realm_url: realm.client.realm_url,
    secret: realm.randomKey(SECRET_LETTERS),
    up_to: realm.messageIds.last,
    consented: export_type === PUBLIC ? [] : runsOf(consenting(realm)),
    part: parts[0].name,
  })
  realm.wakeAt(now)
  tell(realm)
  return id
}

/** Its address leads nowhere from here on, and R2 deletes what was there. */
export function deleteExport(realm: Realm, id: number): void {
  const made = maybeExport(realm, id)
  if (made === undefined) throw invalidExport({})
  const refusal = refusalToDelete(stateOf(made))
  if (refusal) throw refusal
  dropFiles(realm, made)
  writeExport(realm, { ...made, deleted_timestamp: realm.now() })
  tell(realm)
}

/** All of it is there. */
export function completeExport(realm: Realm, made: DataExport): void {
  writeExport(realm, { ...made, consented: [], due_at: null })
  settled(realm, made, READY)
}

/** It cannot be made: nothing stays of what is there by now. */
export function failExport(realm: Realm, made: DataExport): void {
  dropFiles(realm, made)
  const part = partCalled(made.part)
  // The last file may be on its way still.
  if (part) doomFile(realm, made, nextFileOf(part, made.pages), realm.now() + ON_ITS_WAY_SECONDS)
  writeExport(realm, { ...made, consented: [], due_at: null, failed_timestamp: realm.now() })
  settled(realm, made, FAILED)
}

function settled(realm: Realm, { acting_user_id }: DataExport, words: string) {
  tell(realm)
  const asker = maybeUser(realm, acting_user_id)
  // Of an organization that is closed nobody hears anything: whoever opens it again finds the export in the list.
  if (asker?.is_active && !asker.is_bot && !realmRow(realm).is_deactivated) sendBotMessage(realm, asker, words)
}

function dropFiles(realm: Realm, made: DataExport) {
  for (const name of filesOf(realm, made)) doomFile(realm, made, name, realm.now())
  forgetFiles(realm, made)
}

function doomFile(realm: Realm, made: DataExport, name: string, doomed_at: number) {
  for (const key of [fileKey(made, name), listKey(made, name)]) doom(realm, key, doomed_at)
}

const tell = (realm: Realm) => realm.publish(exportsChanged({ exports: exportsShown(realm) }), administratorsOnly())
