// The web client uses this file too: it imports only constants and rules.

export type Deletion = {
  actor: { user_id: number }
  sender: { user_id: number; bot_owner_id: number | null }
  /** The permissions that the realm or the channel gives the actor. */
  mayDelete: { any: boolean; own: boolean }
  age_seconds: number
  limit_seconds: number | null // null: no limit
}

/**
 * Returns why the actor may not delete a message. Users delete their own messages and those of their bots within a time
 * limit. The permission to delete any message has no limit.
 */
export function obstacleToDelete(deletion: Deletion): 'notPermitted' | 'late' | undefined {
  const { actor, sender, mayDelete, age_seconds, limit_seconds } = deletion
  if (mayDelete.any) return undefined
  const isOwn = sender.user_id === actor.user_id || sender.bot_owner_id === actor.user_id
  if (!isOwn || !mayDelete.own) return 'notPermitted'
  return limit_seconds !== null && age_seconds > limit_seconds ? 'late' : undefined
}
