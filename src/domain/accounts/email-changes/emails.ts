import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const emailChangeEmail = ({
  realm_name,
  realm_url,
  to,
  language,
  words,
  seed,
}: EmailContext & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.emailChange.subject(realm_name),
  paragraphs: [
    words.emailChange.ask(realm_name),
    { url: `${realm_url}/accounts/confirm_new_email`, seed },
    words.ignore,
  ],
})

export const addressTakenEmail = ({ realm_name, to, language, words }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.emailChange.takenSubject(realm_name),
  paragraphs: [words.emailChange.taken(realm_name)],
})

/** To the old address: if another person changed the address, the user still reads the old one. */
export const emailChangedEmail = ({
  realm_name,
  to,
  language,
  words,
  new_email,
}: EmailContext & { new_email: string }): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.emailChange.changedSubject(realm_name),
  paragraphs: [words.emailChange.changed(realm_name, new_email), words.emailChange.notYou],
})
