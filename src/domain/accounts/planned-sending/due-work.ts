import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser, findUserIdByEmail } from '../../people/users/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { isOpen } from '../invitations/rules'
import { findInvitation } from '../invitations/storage'
import { emailContext, emailContextOf } from '../../mail/mail/email-context'
import type { OnboardingKind } from '../../mail/planned-emails/day-rules'
import {
  deletePlannedEmail,
  duePlannedEmails,
  nextPlannedEmail,
  type PlannedEmail,
} from '../../mail/planned-emails/storage'
import { unsubscribeLink } from '../../mail/security-mail/unsubscribe-link'
import { invitationReminderEmail, onboardingEmail } from './emails'

const EMAILS_PER_BATCH = 50

/** Sends the emails that were planned for a later day, if they are still needed. */
export const sendPlannedEmails: DueWork<Realm> = {
  name: 'send_planned_emails',
  run: (realm) => {
    if (realmRow(realm).is_deactivated) return undefined
    realm.transaction(() => {
      for (const planned of duePlannedEmails(realm.sql, realm.now(), EMAILS_PER_BATCH)) {
        deletePlannedEmail(realm.sql, planned)
        send(realm, planned)
      }
    })
    return nextPlannedEmail(realm.sql)
  },
}

function send(realm: Realm, { kind, target_id }: PlannedEmail): void {
  if (!realm.emails.canSend) return
  if (kind === 'invitation') remindOfInvitation(realm, target_id)
  else explain(realm, kind, target_id)
}

/** Reminds of an invitation that is still open. Not if the address has an account by now. */
function remindOfInvitation(realm: Realm, id: number): void {
  const invitation = findInvitation(realm.sql, id)
  if (invitation === undefined || !isOpen(invitation, realm.now())) return
  const { email, seed, expires_at, invited_by_user_id } = invitation
  const inviter = findUser(realm, invited_by_user_id)
  if (email === null || expires_at === null || !inviter?.is_active || findUserIdByEmail(realm, email) !== undefined)
    return
  const context = emailContext(realm, email)
  realm.emails.add(invitationReminderEmail(context, { inviter: inviter.full_name, seed, expires_at }), expires_at)
}

/** Explains a part of the server to a new user, unless they do not want such emails. */
function explain(realm: Realm, kind: OnboardingKind, user_id: number): void {
  const user = findUser(realm, user_id)
  if (!user?.is_active || !userSettingsOf(realm, user).enable_marketing_emails) return
  const unsubscribe = unsubscribeLink(realm, user, 'marketing')
  realm.emails.add(onboardingEmail(emailContextOf(realm, user), kind, unsubscribe), realm.now() + SECONDS_PER_DAY)
}
