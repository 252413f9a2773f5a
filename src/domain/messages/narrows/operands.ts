import type { Channel } from '../../channels/channels/channel'
import { canSeeMetadata } from '../../channels/channels/rules'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { maybeUserKnownAs } from '../../people/users/known-as'
import { isSpectator } from '../../people/users/spectator'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { badNarrow, type Operand } from './term'

/** What the operands of a narrow name, as far as the reader may know of it: the rest is unknown to them. */

const isNumeral = (operand: Operand): boolean => typeof operand !== 'object' && /^\d+$/.test(String(operand))

/** A name wins over an id: a channel may be called by a number. */
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

/** By id or by address; the reader themselves is `me`. */
export function getUserByOperand({ realm, reader }: MessageAccess, operand: Operand): User {
  const said = typeof operand === 'object' ? undefined : operand
  const user = said === 'me' ? reader : said === undefined ? undefined : findUserByOperand(realm, reader, said)
  if (user === undefined) throw badNarrow({ desc: `unknown user ${String(operand)}` })
  return user
}

function findUserByOperand(realm: MessageAccess['realm'], reader: User, said: string | number): User | undefined {
  if (isNumeral(said)) return maybeUser(realm, Number(said))
  // Nobody finds out from outside whose address is one of somebody inside.
  return isSpectator(reader) ? undefined : maybeUserKnownAs(realm, reader, String(said).trim())
}

/** People in any order, with or without the reader, who is always among them; several addresses may have commas between. */
export function getUserIdsByOperand(access: MessageAccess, operand: Operand): number[] {
  const named: readonly (string | number)[] =
    typeof operand === 'object'
      ? operand
      : typeof operand === 'number'
        ? [operand]
        : operand.split(',').filter((each) => each.trim() !== '')
  const people = [access.reader, ...named.map((each) => getUserByOperand(access, trimmed(each)))]
  return [...new Set(people.map((user) => user.user_id))]
}

const trimmed = (said: string | number) => (typeof said === 'string' ? said.trim() : said)

export function parseMessageId(operand: Operand): number | undefined {
  const id = isNumeral(operand) ? Number(operand) : NaN
  return Number.isSafeInteger(id) ? id : undefined
}
