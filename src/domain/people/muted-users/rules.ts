import { badRequest, type ApiError } from '../../../api/errors'

export const cannotMuteSelf = badRequest(() => 'Cannot mute self')
export const alreadyMuted = badRequest(() => 'User already muted')
export const notMuted = badRequest(() => 'User is not muted')

export const tooManyMutedUsers = badRequest(() => `No more than ${MAX_MUTED_USERS} users can be muted.`)

// The event about each change lists all muted users.
const MAX_MUTED_USERS = 5000

/** Refuses to mute oneself, and to mute a user twice. Bots and deactivated users can be muted. */
export function refusalToMute(muter_id: number, muted_user_id: number, isMuted: boolean): ApiError | undefined {
  if (muter_id === muted_user_id) return cannotMuteSelf({})
  return isMuted ? alreadyMuted({}) : undefined
}

export const refusalOfMuteCount = (mutedUsers: number): ApiError | undefined =>
  mutedUsers >= MAX_MUTED_USERS ? tooManyMutedUsers({}) : undefined
