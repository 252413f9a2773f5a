import type { Realm } from '../../../realm'
import type { Email } from '../../../store/email'
import { emailContextOf, type EmailContext } from '../../mail/mail/email-context'
import { allUsers } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { recordAudit } from '../../realm/audit-log/record'
import { endAllSessions } from '../../people/sessions/actions'
import { everyone } from '../../people/users/events'
import { realmDeactivated } from '../../realm/settings/events'
import { realmNumber } from '../../realm/settings/realm-number'
import { writeDeactivated } from '../../realm/settings/storage'
import { cancelErasure } from './erasure-storage'

/**
 * Deactivates the realm: all requests of its users are refused from now on. The event about it is the last one that clients
 * receive. The data stays, and the operator of the deployment can reactivate the realm.
 */
export function deactivateRealm(realm: Realm): void {
  realm.publish(realmDeactivated({ realm_id: realmNumber(realm) }), everyone({}))
  writeDeactivated(realm, true)
  recordAudit(realm, 'organization_deactivated')
  endAllSessions(realm)
  emailOwners(realm, 'realmDeactivated')
  realm.wakeAt(realm.now())
}

const MAX_OWNERS = 100

type Change = 'realmDeactivated' | 'realmReactivated'

/** Sends an email to the owners, each in their own language: a deactivated realm shows nothing to any user. */
function emailOwners(realm: Realm, change: Change): void {
  const owners = allUsers(realm).filter(({ is_active, is_bot, role }) => is_active && !is_bot && role === OWNER)
  for (const owner of owners.slice(0, MAX_OWNERS))
    realm.emails.add(emailAbout(change, emailContextOf(realm, owner)), realm.now() + SECONDS_PER_WEEK)
}

const emailAbout = (change: Change, { addressed, realm_name, realm_url, words }: EmailContext): Email => ({
  ...addressed,
  subject: words[change].subject(realm_name),
  paragraphs: [words[change].text(realm_name, realm_url)],
})

/** Reactivates the realm. API keys and passwords work again, and clients register new queues. It is not erased. */
export function reactivateRealm(realm: Realm): void {
  writeDeactivated(realm, false)
  cancelErasure(realm.sql)
  emailOwners(realm, 'realmReactivated')
}
