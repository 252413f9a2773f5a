import type { Realm } from '../../../realm'
import { dayOf } from '../../../store/days'
import type { MessagePurpose } from '../../../store/mail-addresses'
import { emailGatewayBot } from '../../channels/channels/email-gateway'
import { addressVersion } from '../../channels/email-addresses/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { isFromUser, noSuchMailAddress, type EmailRefusal } from './arrival-rules'
import type { ReceivedEmail } from './email'

/** Who sends the message of an email, with whose rights, and whom a failure notifies. */
export type Author = { sender: User; responsible: User; isProven: boolean }

/** Returns the user to whom an address belongs. Throws if the address is no longer valid. */
export function ownerOfAddress(realm: Realm, purpose: MessagePurpose): User {
  const owner = findUser(realm, purpose.kind === 'reply' ? purpose.user_id : purpose.creator_id)
  const isRevoked = purpose.kind === 'channel' && purpose.version !== addressVersion(realm.sql, purpose)
  if (owner === undefined || !owner.is_active || isRevoked || realmRow(realm).is_deactivated)
    throw noSuchMailAddress({})
  return owner
}

/** Returns the author of an email, or why no user may be its author. Throws if the address is no longer valid. */
export function authorOf(
  realm: Realm,
  purpose: MessagePurpose,
  email: ReceivedEmail,
): Author | { refusal: EmailRefusal } {
  const responsible = ownerOfAddress(realm, purpose)
  const isProven = isFromUser(responsible, email)
  if (purpose.kind === 'reply') {
    if (dayOf(realm.now()) > purpose.last_day) return { refusal: 'expired' }
    return isProven ? { sender: responsible, responsible, isProven } : { refusal: 'unproven' }
  }
  return { sender: senderTo(realm, purpose, { responsible, isProven }), responsible, isProven }
}

type ChannelPurpose = Extract<MessagePurpose, { kind: 'channel' }>

/** Any client can know the address of a channel. So a person is the sender only of emails that are proven to be theirs. */
function senderTo(
  realm: Realm,
  { sender_id }: ChannelPurpose,
  { responsible, isProven }: Pick<Author, 'responsible' | 'isProven'>,
): User {
  if (sender_id === responsible.user_id) return isProven ? responsible : emailGatewayBot(realm)
  const bot = findUser(realm, sender_id)
  return bot?.is_active && bot.bot_owner_id === responsible.user_id ? bot : emailGatewayBot(realm)
}
