import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

/** Returns the email for the user who requested an export. It has no address of the export, which is a secret. */
export const exportEmail = (
  { addressed, realm_name, realm_url, words }: EmailContext,
  outcome: 'ready' | 'failed',
): Email => ({
  ...addressed,
  subject: words.exported[outcome](realm_name),
  paragraphs: [outcome === 'ready' ? words.exported.readyText(realm_url) : words.exported.failedText(realm_url)],
})
