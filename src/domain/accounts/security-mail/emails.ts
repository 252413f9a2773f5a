import type { Email, SecretLink } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

type Login = { program: string; address: string; time: string; unsubscribe: SecretLink }

export const newDeviceEmail = (
  { realm_name, realm_url, to }: EmailContext,
  { program, address, time, unsubscribe }: Login,
): Email => ({
  from_name: realm_name,
  to,
  subject: `New login to ${realm_name} from ${program}`,
  paragraphs: [
    `Your account on ${realm_name} was used to log in from ${program}, with the network address ${address}, at ${time}.`,
    `If it was not you, choose another password at ${realm_url}/accounts/password/reset: this ends all sessions. Then tell an administrator of the organization.`,
    'You can stop these emails here:',
    unsubscribe,
  ],
})

/** The changes of an account that its user must learn of: each is a way to log in. */
export const SECURITY_CHANGES = {
  password: 'The password of your account was changed.',
  email: 'The email address of your account was changed.',
  passkey: 'The passkeys of your account were changed.',
  one_time_codes: 'The one-time codes of your account were changed.',
  agent: 'An agent was connected to your account. It can use your messages as you allowed.',
  factors: 'Your passkeys and one-time codes were removed, so that you can log in again.',
  provider: 'The identity providers with which you log in were changed.',
} as const
export type SecurityChange = keyof typeof SECURITY_CHANGES

export const securityChangeEmail = ({ realm_name, to }: EmailContext, change: SecurityChange, time: string): Email => ({
  from_name: realm_name,
  to,
  subject: `A change of your account on ${realm_name}`,
  paragraphs: [
    `${SECURITY_CHANGES[change]} This happened on ${realm_name} at ${time}.`,
    'If it was not you, tell an administrator of the organization.',
  ],
})
