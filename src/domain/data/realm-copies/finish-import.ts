import type { Realm } from '../../../realm'
import { createAccount } from '../../accounts/users/actions'
import { proveUnclaimedAddresses } from '../../login/identities/storage'
import { insertOrMoveDeliveryPosition } from '../../accounts/outgoing-webhooks/storage'
import { storeAllSentIds } from '../../messages/message-index/sent-ids-storage'
import { seedBots } from '../../people/bots/storage'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { findUserByEmail, writePasswordHash, writeUser } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { writeDeactivated } from '../../realm/settings/storage'
import { writeFinished, type EarlierOwner, type StoredImport } from './import-storage'
import { raiseSequences } from './storage'

/** Completes what follows from the rows, gives the realm back to its earlier owners, and opens it. */
export function finishImport(
  realm: Realm,
  { owners, is_finished }: StoredImport,
  highestIds: Record<string, number>,
): void {
  // A client that did not get the response sends the request again.
  if (is_finished) return
  raiseSequences(realm.sql, highestIds)
  seedBots(realm)
  realm.cache.invalidateAll()
  realm.messageIds.recount()
  // The request did it before, in turns. What arrived meanwhile is left.
  for (const _ of storeAllSentIds(realm.sql, realm.messageIds.last));
  insertOrMoveDeliveryPosition(realm.sql, realm.messageIds.last)
  writeDeactivated(realm, false)
  for (const owner of owners) restoreOwner(realm, owner)
  proveUnclaimedAddresses(realm.sql)
  writeFinished(realm.sql)
  // Scheduled messages and reminders of the copy can be due.
  realm.wakeAt(realm.now())
}

function restoreOwner(realm: Realm, { delivery_email, full_name, password_hash }: EarlierOwner): void {
  const found = findUserByEmail(realm, delivery_email)
  const rights = { role: OWNER, is_active: true, can_create_users: true, can_change_user_emails: true } as const
  if (found === undefined) createAccount(realm, { ...rights, email: delivery_email, full_name, password_hash })
  else {
    copyProfileToD1(realm, writeUser(realm, found.user_id, rights))
    if (password_hash !== null) writePasswordHash(realm.sql, found.user_id, password_hash)
  }
}
