import type { Email } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

export const resetEmail = ({ realm_name, realm_url, to, seed }: EmailContext & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name}`,
  paragraphs: [
    `You asked for a new password for your account on ${realm_name}. To choose one, open this link within a day:`,
    { url: `${realm_url}/accounts/password/reset`, seed },
    'If it was not you, you can ignore this message. Your password does not change.',
  ],
})

export const noAccountEmail = ({ realm_name, to }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name}`,
  paragraphs: [
    `You asked for a new password on ${realm_name}. There is no account with this address.`,
    'If it was not you, you can ignore this message.',
  ],
})

export const passwordChangedEmail = ({ realm_name, to }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  subject: `Your password on ${realm_name} has changed`,
  paragraphs: [
    `Your account on ${realm_name} has a new password, and every client must log in again.`,
    'If it was not you who changed it, tell an administrator of the organization.',
  ],
})
