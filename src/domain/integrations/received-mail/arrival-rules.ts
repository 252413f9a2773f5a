import { badRequest } from '../../../api/errors'
import type { MailPurpose, MessagePurpose } from '../../../store/mail-addresses'
import type { User } from '../../people/users/user'
import type { ReceivedEmail } from './email'

/** Also for an address that was revoked, or whose user left: its sender must not learn more. */
export const noSuchMailAddress = badRequest(() => 'No user receives emails at this address')
export const emailIsUnreadable = badRequest(() => 'The email could not be read')

/** Why an email is not posted, for a reason that no error of the API has. */
export type EmailRefusal = 'expired' | 'unproven' | 'conversation'

/** Returns the facts of an address as one text, without its options and its code. */
export function addressKey(purpose: MailPurpose): string {
  if (purpose.kind === 'reply') return `reply ${purpose.user_id} ${purpose.message_id}`
  if (purpose.kind === 'bounce') return `bounce ${purpose.recipient}`
  return `channel ${purpose.stream_id} ${purpose.creator_id} ${purpose.sender_id} ${purpose.version}`
}

const sameAddress = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase()

/** Whether an email is proven to come from the address of an account. */
export const isFromUser = ({ delivery_email }: Pick<User, 'delivery_email'>, email: ReceivedEmail): boolean =>
  email.is_proven && sameAddress(delivery_email, email.from)

/** Whether an email is posted nowhere, and no user is notified. Programs may write to channels, but must not answer for users. */
export const isIgnored = ({ kind }: Pick<MessagePurpose, 'kind'>, { is_loop, is_automatic }: ReceivedEmail): boolean =>
  is_loop || (kind === 'reply' && is_automatic)

/** The emails that one address may receive in an hour. */
export const LIMIT_OF_ADDRESS = {
  reply: { seconds: 3600, most: 30 },
  channel: { seconds: 3600, most: 200 },
  bounce: { seconds: 3600, most: 30 },
} as const

/** How long an email is remembered. An older one is proven by no signature, so it never counts twice. */
export const REMEMBERED_DAYS = 7
