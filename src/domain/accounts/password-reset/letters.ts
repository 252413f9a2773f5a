import type { Email } from '../../../store/email'
import type { Addressed } from '../confirmations/addressed'

export const resetLetter = ({ realm_name, realm_url, to, seed }: Addressed & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name}`,
  paragraphs: [
    `Somebody, probably you, asked for another password for your account on ${realm_name}. To choose one, open this link within a day:`,
    { url: `${realm_url}/accounts/password/reset`, seed },
    'If it was not you, you can ignore this message: your password stays as it is.',
  ],
})

export const noAccountLetter = ({ realm_name, to }: Addressed): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name}`,
  paragraphs: [
    `Somebody, probably you, asked for another password on ${realm_name}. There is no account with this address.`,
    'If it was not you, you can ignore this message.',
  ],
})

export const passwordChangedLetter = ({ realm_name, to }: Addressed): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name} has changed`,
  paragraphs: [
    `Your account on ${realm_name} has another password, and every client must log in again.`,
    'If it was not you who chose it, tell an administrator of the organization.',
  ],
})
