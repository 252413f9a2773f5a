import { badRequest } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { User } from '../../people/users/user'

export const notPermittedToDelete = badRequest(() => "You don't have permission to delete this message")
export const tooLateToDelete = badRequest(() => 'The time limit for deleting this message has passed')

export type Deletion = {
  actor: User
  sender: User
  /** What the realm or the channel lets the actor do. */
  mayDelete: { any: boolean; own: boolean }
  age_seconds: number
  limit_seconds: number | null // null: no limit
}

/** Somebody's own messages, and their bots', for a while; others' only with a permission that knows no limit. */
export function refusalToDelete({ actor, sender, mayDelete, age_seconds, limit_seconds }: Deletion) {
  if (mayDelete.any) return undefined
  const isOwn = sender.user_id === actor.user_id || sender.bot_owner_id === actor.user_id
  if (!isOwn || !mayDelete.own) return notPermittedToDelete({})
  return limit_seconds !== null && age_seconds > limit_seconds ? tooLateToDelete({}) : undefined
}

/** The first second of which messages are kept, or undefined where they are kept for ever. */
export const oldestKeptTime = (now: number, retentionDays: number): number | undefined =>
  retentionDays > 0 ? now - retentionDays * SECONDS_PER_DAY : undefined
