import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const identityAddedEmail = ({
  realm_name,
  to,
  language,
  words,
  provider,
}: EmailContext & { provider: string }): Email => ({
  from_name: realm_name,
  to,
  language,
  subject: words.identityAdded.subject(provider, realm_name),
  paragraphs: [words.identityAdded.text(provider, realm_name), words.notYou],
})
