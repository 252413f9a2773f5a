import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const emailChangeEmail = ({
  addressed,
  realm_name,
  realm_url,
  words,
  seed,
}: EmailContext & { seed: string }): Email => ({
  ...addressed,
  subject: words.emailChange.subject(realm_name),
  paragraphs: [
    words.emailChange.ask(realm_name),
    { url: `${realm_url}/accounts/confirm_new_email`, seed },
    words.ignore,
  ],
})

export const addressTakenEmail = ({ addressed, realm_name, words }: EmailContext): Email => ({
  ...addressed,
  subject: words.emailChange.takenSubject(realm_name),
  paragraphs: [words.emailChange.taken(realm_name)],
})

/** To the old address: if another person changed the address, the user still reads the old one. */
export const emailChangedEmail = ({
  addressed,
  realm_name,
  words,
  new_email,
}: EmailContext & { new_email: string }): Email => ({
  ...addressed,
  subject: words.emailChange.changedSubject(realm_name),
  paragraphs: [words.emailChange.changed(realm_name, new_email), words.emailChange.notYou],
})
