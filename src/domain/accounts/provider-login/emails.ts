import type { Email } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

export const identityAddedEmail = ({ realm_name, to, provider }: EmailContext & { provider: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `${provider} now opens your account on ${realm_name}`,
  paragraphs: [
    `Your account on ${realm_name} was opened with ${provider} for the first time. ${provider} confirmed that this address is theirs.`,
    'If it was not you, tell an administrator of the organization.',
  ],
})
