import type { Realm } from '../../../realm'
import type { Email } from '../../../store/email'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'

/** Somebody who is let in no more is told why, if whoever decided so has something to say. */
export function tellByMail(realm: Realm, to: string, comment: string): void {
  realm.emails.add(deactivationLetter(settingsOf(realm).name, to, comment), realm.now() + SECONDS_PER_WEEK)
}

const deactivationLetter = (realm_name: string, to: string, comment: string): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name} has been deactivated`,
  paragraphs: [
    `Your account on ${realm_name} has been deactivated, and you can no longer log in.`,
    ...(comment.trim() === '' ? [] : ['The administrators said:', comment.trim()]),
  ],
})
