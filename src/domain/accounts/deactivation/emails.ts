import type { Realm } from '../../../realm'
import type { Email } from '../../../store/email'
import type { User } from '../../people/users/user'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { emailContextOf, type EmailContext } from '../../mail/mail/email-context'

/** Sends an email to a deactivated user, with the comment of the actor. */
export function sendDeactivationEmail(realm: Realm, user: User, comment: string): void {
  realm.emails.add(deactivationEmail(emailContextOf(realm, user), comment), realm.now() + SECONDS_PER_WEEK)
}

const deactivationEmail = ({ addressed, realm_name, words }: EmailContext, comment: string): Email => ({
  ...addressed,
  subject: words.deactivation.subject(realm_name),
  paragraphs: [
    words.deactivation.text(realm_name),
    ...(comment.trim() === '' ? [] : [words.deactivation.comment, comment.trim()]),
  ],
})
