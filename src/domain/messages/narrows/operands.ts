import type { Channel } from '../../channels/channels/channel'
import { canSeeMetadata } from '../../channels/channels/access-rules'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { isSpectator } from '../../people/users/spectator'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { badNarrow, type Operand } from './term'

// Resolves the operands of a narrow. A channel or user that the reader cannot see is as unknown as one that does not exist.

const isNumeral = (operand: Operand): boolean => typeof operand !== 'object' && /^\d+$/.test(String(operand))

/** Returns a channel by name or by id, or throws. A string is a name first, because the name of a channel may be a number. */
export function getChannelByOperand({ realm, reader }: MessageAccess, operand: Operand): Channel {
  const byId = typeof operand === 'number' ? findChannel(realm, operand) : undefined
  const channel =
    byId ??
    (typeof operand === 'object' ? undefined : findChannelByName(realm, String(operand))) ??
    (isNumeral(operand) ? findChannel(realm, Number(operand)) : undefined)
  if (channel === undefined || !canSeeMetadata(channel, loadViewerAccess(realm, reader, channel)))
    throw badNarrow({ desc: `unknown channel ${String(operand)}` })
  return channel
}

/** Returns a user by id or by email address, or throws. `me` is the reader. */
export function getUserByOperand({ realm, reader }: MessageAccess, operand: Operand): User {
  const user =
    operand === 'me' ? reader : typeof operand === 'object' ? undefined : findUserByOperand(realm, reader, operand)
  if (user === undefined) throw badNarrow({ desc: `unknown user ${String(operand)}` })
  return user
}

function findUserByOperand(realm: MessageAccess['realm'], reader: User, operand: string | number): User | undefined {
  if (isNumeral(operand)) return findUser(realm, Number(operand))
  // A spectator must not find out which addresses belong to users.
  return isSpectator(reader) ? undefined : findVisibleUserByEmail(realm, reader, String(operand).trim())
}

/** Returns the ids of a list of users, or of comma-separated addresses, or throws. The reader is always among them. */
export function getUserIdsByOperand(access: MessageAccess, operand: Operand): number[] {
  const entries: readonly (string | number)[] =
    typeof operand === 'object'
      ? operand
      : typeof operand === 'number'
        ? [operand]
        : operand.split(',').filter((entry) => entry.trim() !== '')
  const people = [access.reader, ...entries.map((entry) => getUserByOperand(access, trimmed(entry)))]
  return [...new Set(people.map((user) => user.user_id))]
}

const trimmed = (entry: string | number) => (typeof entry === 'string' ? entry.trim() : entry)

/** Returns the id, or undefined if the operand is not a number. */
export function parseMessageId(operand: Operand): number | undefined {
  const id = isNumeral(operand) ? Number(operand) : NaN
  return Number.isSafeInteger(id) ? id : undefined
}
