import type { Email } from '../../../store/email'
import type { Addressed } from '../confirmations/addressed'

type Invited = Addressed & { inviter: string; seed: string }

export const invitationLetter = ({ realm_name, realm_url, to, inviter, seed }: Invited): Email => ({
  from_name: realm_name,
  to,
  subject: `${inviter} has invited you to join ${realm_name}`,
  paragraphs: [
    'Hello!',
    `${inviter} wants you to join them on ${realm_name}. To get started, open this link:`,
    { url: `${realm_url}/join`, seed },
    `It is meant for you alone. If you do not know ${inviter}, you can ignore this message.`,
  ],
})

/** For an address that has an account already. The inviter, who must not know whose address it is, is not told. */
export const hasAccountLetter = ({ realm_name, realm_url, to, inviter }: Omit<Invited, 'seed'>): Email => ({
  from_name: realm_name,
  to,
  subject: `${inviter} has invited you to join ${realm_name}`,
  paragraphs: [
    'Hello!',
    `${inviter} wants you to join them on ${realm_name}. You have an account there with this address already.`,
    `Log in at ${realm_url}. If you forgot your password, choose another at ${realm_url}/accounts/password/reset/`,
    `${inviter} does not see whose address this is, and is not told that it has an account.`,
  ],
})
