import type { Channel } from '../../channels/channels/channel'
import { canSeeRealEmail } from '../../people/users/rules'
import { ADMINISTRATOR, type User } from '../../people/users/user'

/**
 * The users whose private data is in an export: no users in a public export, otherwise those who consented. These rules
 * decide what is in an export. Private data that only other users share is never in it.
 */
export type ConsentingUsers = { has(user_id: number): boolean }

/** All public channels are in an export. A private channel is in it if a subscriber consented. */
export const isChannelExported = (
  consenting: ConsentingUsers,
  channel: Pick<Channel, 'invite_only'>,
  subscribers: () => readonly number[],
): boolean => !channel.invite_only || subscribers().some((user_id) => consenting.has(user_id))

/** The users of the conversation of a message. With protected history, each subscriber received only some messages. */
export type ConversationAccess =
  | { people: readonly number[] }
  | {
      channel: Pick<Channel, 'invite_only' | 'history_public_to_subscribers'>
      subscribers: () => readonly number[]
      hasReceived: (user_id: number) => boolean
    }

/**
 * All messages of public channels are in an export. Another message is in it if a user of the conversation who can read the
 * message consented. A user who left the conversation does not count.
 */
export function isMessageExported(consenting: ConsentingUsers, access: ConversationAccess): boolean {
  if ('people' in access) return access.people.some((user_id) => consenting.has(user_id))
  const { channel, subscribers, hasReceived } = access
  if (!channel.invite_only) return true
  return subscribers().some(
    (user_id) => consenting.has(user_id) && (channel.history_public_to_subscribers || hasReceived(user_id)),
  )
}

/** A file is in an export if its owner consented, or if a message with it is in the export. */
export const isFileExported = (
  consenting: ConsentingUsers,
  owner_id: number,
  isInExportedMessage: () => boolean,
): boolean => consenting.has(owner_id) || isInExportedMessage()

const ANY_ADMINISTRATOR = { user_id: 0, role: ADMINISTRATOR } as const

/** The email address of a user is in an export if every administrator can see it, or if the user consented. */
export const isEmailExported = (consenting: ConsentingUsers, user: User): boolean =>
  consenting.has(user.user_id) || canSeeRealEmail(ANY_ADMINISTRATOR, user)
