import type { Email } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

type Invited = EmailContext & { inviter: string; seed: string }

export const invitationEmail = ({ realm_name, realm_url, to, inviter, seed }: Invited): Email => ({
  from_name: realm_name,
  to,
  subject: `${inviter} has invited you to join ${realm_name}`,
  paragraphs: [
    'Hello!',
    `${inviter} wants you to join them on ${realm_name}. To get started, open this link:`,
    { url: `${realm_url}/join`, seed },
    `The link is for you only. If you do not know ${inviter}, you can ignore this message.`,
  ],
})

/** For an address that already has an account. The inviter may not know whose address it is, so only this email says it. */
export const alreadyMemberEmail = ({ realm_name, realm_url, to, inviter }: Omit<Invited, 'seed'>): Email => ({
  from_name: realm_name,
  to,
  subject: `${inviter} has invited you to join ${realm_name}`,
  paragraphs: [
    'Hello!',
    `${inviter} wants you to join them on ${realm_name}. You have an account there with this address already.`,
    `Log in at ${realm_url}. If you forgot your password, choose a new one at ${realm_url}/accounts/password/reset/`,
    `${inviter} cannot see whose address this is, nor that it has an account.`,
  ],
})
