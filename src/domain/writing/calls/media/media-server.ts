import * as v from 'valibot'
import { parseJson } from '../../../../api/parse-json'
import type { Config } from '../../../../config'
import { fetchOutside, type Outside, type OutsidePolicy } from '../../../../outside/fetch-outside'
import { purposes } from '../../../../outside/purposes'
import { mediaServerFailed, meaningOf, type MediaProblem } from './media-rules'

/** The media server of the deployment: the Connection API of Cloudflare Realtime. */
export type MediaServer = { sfu: NonNullable<Config['calls']['sfu']>; policy: OutsidePolicy }

/** What a request to it depends on. */
export type AtMediaServer = MediaServer & { policy: Outside }

/** A track at the media server: who publishes it, and its name there. */
export type Locator = { sessionId: string; trackName: string }

/** A track to receive. `preferredRid`: the layer of its picture. */
export type RequestedTrack = Locator & { preferredRid?: string | undefined }

/** A track that was asked for: its place in the description of the session, or why there is none. */
export type Answered = { mid: string; problem?: undefined } | { problem: MediaProblem; mid?: undefined }

const description = v.object({ type: v.picklist(['offer', 'answer']), sdp: v.string() })
const track = v.object({
  mid: v.optional(v.nullable(v.string())),
  errorCode: v.optional(v.nullable(v.string())),
})
const newSession = v.object({ sessionId: v.string() })
const newTracks = v.object({ sessionDescription: v.optional(description), tracks: v.optional(v.array(track), []) })
const session = v.object({ tracks: v.optional(v.array(v.object({ mid: v.optional(v.nullable(v.string())) })), []) })

/** Begins a session: one connection of a browser. It expires if it is not used soon. */
export async function createSession(at: AtMediaServer): Promise<string> {
  const { sessionId } = await ask(at, newSession, { method: 'POST', path: '/sessions/new' })
  return sessionId
}

/** Publishes the tracks of an offer. Returns the answer. */
export async function publishTracks(
  at: AtMediaServer,
  session_id: string,
  { sdp, tracks }: { sdp: string; tracks: readonly { mid: string; trackName: string }[] },
): Promise<string> {
  const body = {
    sessionDescription: { type: 'offer', sdp },
    tracks: tracks.map(({ mid, trackName }) => ({ location: 'local', mid, trackName })),
  }
  const answer = await ask(at, newTracks, { method: 'POST', path: `/sessions/${session_id}/tracks/new`, body })
  const refused = answer.tracks.find(({ errorCode }) => errorCode)
  if (refused) throw mediaServerFailed({ problem: meaningOf(refused.errorCode) })
  return sdpIn(answer)
}

/** Asks for tracks of others. Returns an offer, if a track is there, and each track in the order of `requested`. */
export async function subscribeTracks(
  at: AtMediaServer,
  session_id: string,
  requested: readonly RequestedTrack[],
): Promise<{ sdp: string | undefined; tracks: Answered[] }> {
  const tracks = requested.map(remoteTrack)
  const path = `/sessions/${session_id}/tracks/new`
  const answer = await ask(at, newTracks, { method: 'POST', path, body: { tracks } })
  const answered = requested.map((_, index) => answeredFrom(answer.tracks[index]))
  const isAny = answered.some(({ mid }) => mid !== undefined)
  return { sdp: isAny ? sdpIn(answer) : undefined, tracks: answered }
}

/** Ends a subscription: the browser has accepted the offer. */
export async function answerOffer(at: AtMediaServer, session_id: string, sdp: string): Promise<void> {
  const body = { sessionDescription: { type: 'answer', sdp } }
  await ask(at, v.object({}), { method: 'PUT', path: `/sessions/${session_id}/renegotiate`, body })
}

/** Chooses other layers of tracks that a session receives. */
export async function updateTracks(
  at: AtMediaServer,
  session_id: string,
  changed: readonly (RequestedTrack & { mid: string })[],
): Promise<void> {
  const tracks = changed.map(({ mid, ...requested }) => ({ ...remoteTrack(requested), mid }))
  await ask(at, newTracks, { method: 'PUT', path: `/sessions/${session_id}/tracks/update`, body: { tracks } })
}

/** Ends tracks of a session at once, without a negotiation. */
export async function closeTracks(at: AtMediaServer, session_id: string, mids: readonly string[]): Promise<void> {
  if (mids.length === 0) return
  const body = { tracks: mids.map((mid) => ({ mid })), force: true }
  await ask(at, newTracks, { method: 'PUT', path: `/sessions/${session_id}/tracks/close`, body })
}

/** Ends all tracks of a session. */
export async function closeSession(at: AtMediaServer, session_id: string): Promise<void> {
  const { tracks } = await ask(at, session, { method: 'GET', path: `/sessions/${session_id}` })
  await closeTracks(
    at,
    session_id,
    tracks.flatMap(({ mid }) => mid ?? []),
  )
}

/** If a layer is missing, the next smaller one comes: layers are named so that the best is the first in the alphabet. */
const remoteTrack = ({ sessionId, trackName, preferredRid }: RequestedTrack) => ({
  location: 'remote',
  sessionId,
  trackName,
  ...(preferredRid === undefined
    ? {}
    : { simulcast: { preferredRid, priorityOrdering: 'asciibetical', ridNotAvailable: 'asciibetical' } }),
})

function answeredFrom(answer: v.InferOutput<typeof track> | undefined): Answered {
  if (answer?.errorCode) return { problem: meaningOf(answer.errorCode) }
  return typeof answer?.mid === 'string' ? { mid: answer.mid } : { problem: 'failed' }
}

function sdpIn({ sessionDescription }: v.InferOutput<typeof newTracks>): string {
  if (sessionDescription === undefined) throw mediaServerFailed({ problem: 'failed' })
  return sessionDescription.sdp
}

type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }

/** What the media server says of a request that failed as a whole. */
const problem = v.object({ errorCode: v.string() })

async function ask<Shape extends v.GenericSchema>(
  { sfu, policy }: AtMediaServer,
  shape: Shape,
  { method, path, body }: Request,
): Promise<v.InferOutput<Shape>> {
  const result = await fetchOutside(policy, purposes.call_media, {
    url: `${sfu.url}/apps/${encodeURIComponent(sfu.app_id)}${path}`,
    method,
    headers: { authorization: `Bearer ${sfu.secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!('response' in result)) throw mediaServerFailed({ problem: 'later' })
  const answer = parseJson(await result.response.text())
  const failed = v.safeParse(problem, answer)
  if (failed.success) throw mediaServerFailed({ problem: meaningOf(failed.output.errorCode) })
  const parsed = v.safeParse(shape, answer)
  if (!result.response.ok || !parsed.success)
    throw mediaServerFailed({ problem: statusProblem(result.response.status) })
  return parsed.output
}

const GONE = 410
const statusProblem = (status: number): MediaProblem => (status >= 500 ? 'later' : status === GONE ? 'gone' : 'failed')
