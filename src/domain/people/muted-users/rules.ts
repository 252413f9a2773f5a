import { badRequest, type ApiError } from '../../../api/errors'

export const cannotMuteSelf = badRequest(() => 'Cannot mute self')
export const alreadyMuted = badRequest(() => 'User already muted')
export const notMuted = badRequest(() => 'User is not muted')

export const tooManyMuted = badRequest(() => `No more than ${MOST_MUTED} people can be muted.`)

// Each who is muted tells of all of them, in one event.
const MOST_MUTED = 5000

/** Anybody else may be muted: bots too, and who is deactivated. */
export function refusalToMute(muter_id: number, muted_user_id: number, isMuted: boolean): ApiError | undefined {
  if (muter_id === muted_user_id) return cannotMuteSelf({})
  return isMuted ? alreadyMuted({}) : undefined
}

export const refusalOfAnother = (muted: number): ApiError | undefined =>
  muted >= MOST_MUTED ? tooManyMuted({}) : undefined
