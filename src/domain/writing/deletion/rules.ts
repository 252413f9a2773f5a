import { badRequest } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { User } from '../../people/users/user'

export const notPermittedToDelete = badRequest(() => "You don't have permission to delete this message")
export const tooLateToDelete = badRequest(() => 'The time limit for deleting this message has passed')

export type Deletion = {
  actor: User
  sender: User
  /** The permissions that the realm or the channel gives the actor. */
  mayDelete: { any: boolean; own: boolean }
  age_seconds: number
  limit_seconds: number | null // null: no limit
}

/**
 * Returns why the actor may not delete a message. Users delete their own messages and those of their bots within a time
 * limit. The permission to delete any message has no limit.
 */
export function refusalToDelete({ actor, sender, mayDelete, age_seconds, limit_seconds }: Deletion) {
  if (mayDelete.any) return undefined
  const isOwn = sender.user_id === actor.user_id || sender.bot_owner_id === actor.user_id
  if (!isOwn || !mayDelete.own) return notPermittedToDelete({})
  return limit_seconds !== null && age_seconds > limit_seconds ? tooLateToDelete({}) : undefined
}

/** Returns the time of the oldest messages that are kept, or undefined if all messages are kept. */
export const oldestKeptTime = (now: number, retentionDays: number): number | undefined =>
  retentionDays > 0 ? now - retentionDays * SECONDS_PER_DAY : undefined
