import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

/** Names the organizations in which an address has an account. */
export const foundEmail = ({ addressed, realm_url, words, urls }: EmailContext & { urls: string[] }): Email => ({
  ...addressed,
  subject: words.find.subject,
  paragraphs: [urls.length > 0 ? words.find.found : words.find.none, ...urls, words.ignore],
  site: realm_url,
})
