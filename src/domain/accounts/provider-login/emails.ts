import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const identityAddedEmail = ({
  addressed,
  realm_name,
  words,
  provider,
}: EmailContext & { provider: string }): Email => ({
  ...addressed,
  subject: words.identityAdded.subject(provider, realm_name),
  paragraphs: [words.identityAdded.text(provider, realm_name), words.notYou],
})
