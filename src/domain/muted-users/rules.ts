import { badRequest, type ApiError } from '../../api/errors'

export const cannotMuteSelf = badRequest(() => 'Cannot mute self')
export const alreadyMuted = badRequest(() => 'User already muted')
export const notMuted = badRequest(() => 'User is not muted')

/** Anybody else may be muted: bots too, and who is deactivated. */
export function refusalToMute(muter_id: number, muted_user_id: number, isMuted: boolean): ApiError | undefined {
  if (muter_id === muted_user_id) return cannotMuteSelf({})
  return isMuted ? alreadyMuted({}) : undefined
}
