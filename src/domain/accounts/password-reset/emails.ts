import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const resetEmail = ({
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
  subject: words.password(realm_name),
  paragraphs: [words.reset.ask(realm_name), { url: `${realm_url}/accounts/password/reset`, seed }, words.reset.ignore],
})

export const noAccountEmail = ({ realm_name, to, language, words }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.password(realm_name),
  paragraphs: [words.reset.noAccount(realm_name), words.ignore],
})

export const passwordChangedEmail = ({ realm_name, to, language, words }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.reset.changedSubject(realm_name),
  paragraphs: [words.reset.changed(realm_name), words.reset.notYou],
})
