import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import * as v from 'valibot'
import type { Faults } from './bad-network.ts'
import { MediaSession, type Remote } from './media-session.ts'

/**
 * A media server for tests, with real packets: the Connection API of Cloudflare Realtime, from its document of 2024-05-21. It is strict: it
 * refuses unknown fields, wrong secrets, and a change of a session before the last one has ended. `faults`: of the network around it.
 */
export async function startMediaServer(port: number, { app_id, secret, faults }: Options) {
  const sessions = new Map<string, MediaSession>()
  const requests: string[] = []

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://media.test')
    if (request.headers.authorization !== `Bearer ${secret}`) return refused(401, 'unauthorized')
    const [, app = '', id = '', action = ''] =
      /^\/v1\/apps\/([^/]+)\/sessions\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? []
    if (app !== app_id) return refused(404, 'not_found')
    const body: unknown = JSON.parse((await textOf(request)) || 'null')
    requests.push(`${request.method} ${action || (id === 'new' ? 'new' : 'session')}`)
    if (`${request.method} ${id}` === 'POST new') {
      if (body !== null) return refused(400, 'invalid_params')
      const sessionId = randomUUID().replaceAll('-', '')
      sessions.set(sessionId, new MediaSession(faults))
      return { status: 201, body: { sessionId } }
    }
    const session = sessions.get(id)
    if (session === undefined || session.isClosed) return refused(410, 'session_error')
    return inSession(session, `${request.method} ${action}`, body)
  }

  function inSession(session: MediaSession, call: string, body: unknown): Promise<Answer> | Answer {
    if (call === 'GET ') return { status: 200, body: { tracks: session.tracks() } }
    const shape = SHAPES[call]
    if (shape === undefined) return refused(404, 'not_found')
    const parsed = v.safeParse(shape, body)
    if (!parsed.success) return refused(400, 'invalid_params')
    if (session.awaitsAnswer && call !== 'PUT renegotiate') return refused(406, 'invalid_session_description')
    if (call === 'POST tracks/new') return newTracks(session, v.parse(NEW_TRACKS, body))
    if (call === 'PUT renegotiate') return accept(session, v.parse(RENEGOTIATE, body))
    if (call === 'PUT tracks/update') return update(session, v.parse(UPDATE, body))
    return close(session, v.parse(CLOSE, body))
  }

  async function newTracks(session: MediaSession, { sessionDescription, tracks }: NewTracks): Promise<Answer> {
    const locals = tracks.flatMap((track) => (track.location === 'local' ? [track] : []))
    if (locals.length > 0) {
      if (locals.length !== tracks.length || sessionDescription === undefined) return refused(400, 'invalid_params')
      if (locals.some(({ trackName }) => session.published.has(trackName)))
        return refused(400, 'repeated_local_track_error')
      const sdp = await session.publish(sessionDescription.sdp, locals)
      return {
        status: 200,
        body: {
          requiresImmediateRenegotiation: false,
          tracks: locals.map(({ trackName, mid }) => ({ trackName, mid })),
          sessionDescription: { type: 'answer', sdp },
        },
      }
    }
    if (sessionDescription !== undefined) return refused(400, 'invalid_params')
    const remotes = tracks.flatMap((track) => (track.location === 'remote' ? [found(track)] : []))
    const { sdp, tracks: answered } = await session.subscribe(remotes)
    return {
      status: 200,
      body: {
        requiresImmediateRenegotiation: sdp !== undefined,
        tracks: answered,
        ...(sdp === undefined ? {} : { sessionDescription: { type: 'offer', sdp } }),
      },
    }
  }

  function found({ sessionId, trackName, simulcast }: RemoteTrack): Remote {
    const publisher = sessions.get(sessionId)
    const track = publisher?.isClosed === false ? publisher.published.get(trackName) : undefined
    return { sessionId, trackName, track, rid: simulcast?.preferredRid }
  }

  async function accept(
    session: MediaSession,
    { sessionDescription }: v.InferOutput<typeof RENEGOTIATE>,
  ): Promise<Answer> {
    if (!session.awaitsAnswer) return refused(406, 'invalid_session_description')
    await session.accept(sessionDescription.sdp)
    return { status: 200, body: {} }
  }

  function update(session: MediaSession, { tracks }: v.InferOutput<typeof UPDATE>): Answer {
    for (const { mid, simulcast } of tracks) session.choose(mid, simulcast?.preferredRid)
    return { status: 200, body: { tracks: tracks.map(({ mid, trackName }) => ({ mid, trackName })) } }
  }

  function close(session: MediaSession, { tracks }: v.InferOutput<typeof CLOSE>): Answer {
    const closed = tracks.map(({ mid }) => (session.end(mid) ? { mid } : { mid, errorCode: 'close_track_error' }))
    return { status: 200, body: { tracks: closed, requiresImmediateRenegotiation: false } }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => {
        response.writeHead(500).end(JSON.stringify({ errorCode: 'internal_error', errorDescription: String(error) }))
      },
    )
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    /** The requests so far, such as `POST tracks/new`. */
    requests,
    sessions,
    /** Ends all sessions, as a change of the network does. */
    endAll: () => [...sessions.values()].forEach((session) => session.close()),
    async stop(): Promise<void> {
      for (const session of sessions.values()) session.close()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Options = { app_id: string; secret: string; faults?: Faults }

type Answer = { status: number; body: object }
const refused = (status: number, errorCode: string): Answer => ({
  status,
  body: { errorCode, errorDescription: errorCode },
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const rid = v.strictObject({
  preferredRid: v.string(),
  priorityOrdering: v.picklist(['none', 'asciibetical']),
  ridNotAvailable: v.picklist(['none', 'asciibetical']),
})
const local = v.strictObject({ location: v.literal('local'), mid: v.string(), trackName: v.string() })
const remote = v.strictObject({
  location: v.literal('remote'),
  sessionId: v.string(),
  trackName: v.string(),
  simulcast: v.optional(rid),
})
type RemoteTrack = v.InferOutput<typeof remote>
const NEW_TRACKS = v.strictObject({
  sessionDescription: v.optional(v.strictObject({ type: v.literal('offer'), sdp: v.string() })),
  tracks: v.pipe(v.array(v.variant('location', [local, remote])), v.minLength(1), v.maxLength(64)),
})
type NewTracks = v.InferOutput<typeof NEW_TRACKS>
const RENEGOTIATE = v.strictObject({
  sessionDescription: v.strictObject({ type: v.literal('answer'), sdp: v.string() }),
})
const UPDATE = v.strictObject({
  tracks: v.pipe(v.array(v.strictObject({ ...remote.entries, mid: v.string() })), v.maxLength(64)),
})
const CLOSE = v.strictObject({
  tracks: v.pipe(v.array(v.strictObject({ mid: v.string() })), v.minLength(1), v.maxLength(64)),
  force: v.literal(true),
})
const SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  'POST tracks/new': NEW_TRACKS,
  'PUT renegotiate': RENEGOTIATE,
  'PUT tracks/update': UPDATE,
  'PUT tracks/close': CLOSE,
}
