import type { Channel } from '../../channels/channels/channel'
import { ADMINISTRATOR, type User } from '../../people/users/user'
import { canSeeRealEmail } from '../../people/users/rules'

/**
 * What is in an export, said once for every kind of thing. Everything follows from whose private data is: nobody's, where
 * only what everyone may see is wanted; else theirs who consented. Whatever else others have is nobody's to give away.
 */
export type Whose = { has(user_id: number): boolean }

/** A public channel is everyone's. Another is in it with what is said there, if somebody whose it is consented. */
export const hasChannel = (
  whose: Whose,
  channel: Pick<Channel, 'invite_only'>,
  subscribers: () => readonly number[],
): boolean => !channel.invite_only || subscribers().some((user_id) => whose.has(user_id))

/** Where a message is, and who takes part there; where history is protected, what each holds of it. */
export type Where =
  | { people: readonly number[] }
  | {
      channel: Pick<Channel, 'invite_only' | 'history_public_to_subscribers'>
      subscribers: () => readonly number[]
      holds: (user_id: number) => boolean
    }

/**
 * A message is in it that everyone may read, or that somebody may read who takes part in the conversation and consented.
 * Who could read it and is not there, or is there no longer, cannot give it away.
 */
export function hasMessage(whose: Whose, where: Where): boolean {
  if ('people' in where) return where.people.some((user_id) => whose.has(user_id))
  const { channel, subscribers, holds } = where
  if (!channel.invite_only) return true
  return subscribers().some(
    (user_id) => whose.has(user_id) && (channel.history_public_to_subscribers || holds(user_id)),
  )
}

/** A file goes where a message goes that holds it, and with its owner. */
export const hasFile = (whose: Whose, owner_id: number, isHeld: () => boolean): boolean =>
  whose.has(owner_id) || isHeld()

const ANY_ADMINISTRATOR = { user_id: 0, role: ADMINISTRATOR } as const

/** Somebody's real address is in it if every administrator sees it, or they consented. */
export const hasAddress = (whose: Whose, user: User): boolean =>
  whose.has(user.user_id) || canSeeRealEmail(ANY_ADMINISTRATOR, user)
