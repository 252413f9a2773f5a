import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const resetEmail = ({
  addressed,
  realm_name,
  realm_url,
  words,
  seed,
}: EmailContext & { seed: string }): Email => ({
  ...addressed,
  subject: words.password(realm_name),
  paragraphs: [words.reset.ask(realm_name), { url: `${realm_url}/accounts/password/reset`, seed }, words.reset.ignore],
})

export const noAccountEmail = ({ addressed, realm_name, words }: EmailContext): Email => ({
  ...addressed,
  subject: words.password(realm_name),
  paragraphs: [words.reset.noAccount(realm_name), words.ignore],
})

export const passwordChangedEmail = ({ addressed, realm_name, words }: EmailContext): Email => ({
  ...addressed,
  subject: words.reset.changedSubject(realm_name),
  paragraphs: [words.reset.changed(realm_name), words.reset.notYou],
})
