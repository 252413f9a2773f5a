import type { Realm } from '../../../realm'
import { cannotDeactivateLastUser, deactivateWithBots } from '../../accounts/deactivation/actions'
import { emptyProfile } from '../../accounts/deactivation/content-removal'
import { insertErased } from '../../people/users/erased-storage'
import { isLastOwner } from '../../accounts/users/update-account'
import { hasRealmPermission } from '../../people/groups/membership'
import { deleteClientDevice } from '../../people/push-devices/client-device-actions'
import { clientDevicesOf } from '../../people/push-devices/client-device-storage'
import { deleteApiKeys } from '../../people/users/api-key-storage'
import { emailKey, findUser, isRealEmailOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { allHolds } from '../../messages/holds/storage'
import { recordAudit } from '../../realm/audit-log/record'
import { redactEntriesOf } from '../../realm/audit-log/storage'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { deleteAllExports } from '../exports/actions'
import { FIRST_STEP } from './due-work'
import { erasedName, messagesAreKept, wrongOwnAddress } from './rules'
import { deletePersonalRows, erasedUsersInD1, writeWork } from './storage'

export type Erasure = { email: string; deletes_messages: boolean }

/** Erases the actor's own personal data. Throws if this is the last owner, or if the organization keeps messages. */
export function eraseOneself(realm: Realm, actor: User, { email, deletes_messages }: Erasure): void {
  if (!isRealEmailOf(actor, email)) throw wrongOwnAddress({})
  if (isLastOwner(realm, actor)) throw cannotDeactivateLastUser({ is_last_owner: true, entity: 'organization owner' })
  if (deletes_messages && !hasRealmPermission(realm, actor, 'can_delete_own_message_group')) throw messagesAreKept({})
  eraseAccount(realm, actor, deletes_messages)
}

/**
 * Deactivates an account and erases its personal data: what the request can reach at once. The alarm does the rest. D1 knows of
 * the erasure, so that a restore of an earlier state repeats it.
 */
export function eraseAccount(realm: Realm, { user_id }: User, deletesMessages: boolean): void {
  const email_key = emailKey(current(realm, user_id).delivery_email)
  emptyProfile(realm, current(realm, user_id), erasedName(user_id))
  if (current(realm, user_id).is_active) deactivateWithBots(realm, current(realm, user_id))
  deleteApiKeys(realm, user_id)
  for (const { device_id } of clientDevicesOf(realm.sql, user_id))
    deleteClientDevice(realm, current(realm, user_id), device_id)
  deletePersonalRows(realm, user_id, email_key)
  deleteAllExports(realm)
  recordAudit(realm, 'user_erased', { user_id })
  const hold_ids = allHolds(realm).flatMap((hold) => (hold.user_ids.includes(user_id) ? [hold.hold_id] : []))
  // The audit log does not tell other owners that the held messages stay.
  if (hold_ids.length > 0) recordDiscovery(realm, 'held_person_erased', { hold_ids }, user_id)
  redactEntriesOf(realm, user_id)
  insertErased(realm.sql, user_id, realm.now())
  const deletes_messages = deletesMessages ? 1 : 0
  writeWork(realm.sql, { user_id, deletes_messages, step: FIRST_STEP, position: 0 })
  realm.outbox.put(erasedUsersInD1.name, user_id, realm.log.takeId(), { deletes_messages })
  realm.cache.invalidateAll()
  realm.wakeAt(realm.now())
}

const current = (realm: Realm, user_id: number): User => findUser(realm, user_id)!
