import { apiError, badRequest } from '../../../../api/errors'
import type { MediaSource } from '../../../../realm'
import type { ClosingSession } from '../../../messages/calls/call'

/** What a participant publishes at the media server. */
export const SOURCES = ['microphone', 'camera', 'screen', 'screenSound'] as const satisfies readonly MediaSource[]
export type Source = MediaSource

/** The layers of a picture, the best first: full, half and quarter of its width. */
export const LAYERS = ['f', 'h', 'q'] as const
export type Layer = (typeof LAYERS)[number]

/** A request of one participant names at most so many tracks. The media server has the same limit. */
export const MAX_TRACKS_AT_ONCE = 64
export const MAX_MID_CHARACTERS = 32
export const MAX_DESCRIPTION_CHARACTERS = 200_000

/**
 * What the client does next: ask again because the track has no packets yet, ask later, or begin a new session. `failed`: a fault of the
 * client, or of the configuration.
 */
export const PROBLEMS = ['silent', 'later', 'gone', 'failed'] as const
export type MediaProblem = (typeof PROBLEMS)[number]

const MEANINGS: Readonly<Record<string, MediaProblem>> = {
  not_found_track_error: 'silent',
  empty_track_error: 'silent',
  session_error: 'gone',
  invalid_session_description: 'gone',
  retryable_transient_error: 'later',
  temporarily_unavailable_error: 'later',
  transport_unavailable_error: 'later',
  backend_error: 'later',
  internal_error: 'later',
}

/** Returns what an error code of the media server means for the client. */
export const meaningOf = (code: string | null | undefined): MediaProblem => MEANINGS[code ?? ''] ?? 'failed'

export const mediaServerFailed = apiError(
  'PARLEY_MEDIA_SERVER_FAILED',
  (_: { problem: MediaProblem }) => 'The media server of calls does not answer as it should.',
)
export const callHasNoMediaServer = badRequest(() => 'The media of this call go from browser to browser.')

/** Returns when the next of these sessions must be closed; undefined without any. One that came while others were closed: now. */
export function nextClosing(sessions: readonly ClosingSession[], now: number): number | undefined {
  const times = sessions.map(({ again_at = now }) => again_at)
  return times.length > 0 ? Math.min(...times) : undefined
}
