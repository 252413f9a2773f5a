import type { Realm } from '../../../realm'
import type { Email } from '../../../store/email'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'

/** Sends an email to a deactivated user, with the comment of the actor. */
export function sendDeactivationEmail(realm: Realm, to: string, comment: string): void {
  realm.emails.add(deactivationEmail(settingsOf(realm).name, to, comment), realm.now() + SECONDS_PER_WEEK)
}

const deactivationEmail = (realm_name: string, to: string, comment: string): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name} has been deactivated`,
  paragraphs: [
    `Your account on ${realm_name} has been deactivated, and you can no longer log in.`,
    ...(comment.trim() === '' ? [] : ['The administrators said:', comment.trim()]),
  ],
})
