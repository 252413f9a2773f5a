import { expect, onTestFinished, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import type { Caller } from './calls'
import type { Json } from './person'
import type { Channel } from './realm'

const ROOT = 'https://media.example/v1/apps/app/sessions'
export const APP = { CALL_SFU_URL: 'https://media.example/v1', CALL_SFU_APP_ID: 'app', CALL_SFU_SECRET: 'the secret' }

/** A media server that answers each request as its document says, and keeps what it received. */
export class FakeMediaServer {
  readonly requests: { call: string; body: Json }[] = []
  /** What the next request is answered with. */
  next: { status: number; body: object } | undefined
  /** What happens before the next request is answered. */
  meanwhile: (() => Promise<unknown>) | undefined
  #sessions = 0

  constructor() {
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) => this.#answer(new Request(input, init)))
    onTestFinished(() => spy.mockRestore())
  }

  /** The requests whose method and path begin so. */
  bodiesOf = (call: string): Json[] =>
    this.requests.filter((each) => each.call.startsWith(call)).map(({ body }) => body)

  async #answer(request: Request): Promise<Response> {
    expect(request.headers.get('authorization')).toBe('Bearer the secret')
    expect(request.url.startsWith(ROOT)).toBe(true)
    const text = await request.text()
    const call = `${request.method} ${request.url.slice(ROOT.length)}`
    const body: Json = text === '' ? undefined : JSON.parse(text)
    this.requests.push({ call, body })
    const { meanwhile } = this
    this.meanwhile = undefined
    await meanwhile?.()
    const { status, body: answer } = this.next ?? this.#usual(call, body)
    this.next = undefined
    return Response.json(answer, { status })
  }

  #usual(call: string, body: Json): { status: number; body: object } {
    if (call === 'POST /new') return { status: 201, body: { sessionId: `session${++this.#sessions}` } }
    if (call.startsWith('GET ')) return { status: 200, body: { tracks: [{ mid: '0' }, { mid: '1' }] } }
    if (!call.endsWith('/tracks/new')) return { status: 200, body: {} }
    const isLocal = body.tracks[0].location === 'local'
    const tracks = body.tracks.map((track: Json, index: number) => ({ ...track, mid: String(index) }))
    const sessionDescription = { type: isLocal ? 'answer' : 'offer', sdp: isLocal ? 'an answer' : 'an offer' }
    return { status: 200, body: { tracks, sessionDescription, requiresImmediateRenegotiation: !isLocal } }
  }
}

export const inTopic = ({ stream_id }: Channel) => ({ type: 'stream', stream_id, topic: 'lunch' })
export const pathOf = ({ seat }: Caller, action: string) => `/parley/calls/${seat.call_id}/${action}`
export const named = ({ seat }: Caller) => ({ participant: seat.participant })
export const MICROPHONE = { mid: '0', source: 'microphone' }

export const publishes = (caller: Caller, fields: object = {}): Promise<Json> =>
  caller.person.post(pathOf(caller, 'publish'), { ...named(caller), sdp: 'an offer', tracks: [MICROPHONE], ...fields })

export const subscribes = (caller: Caller, to: Caller, fields: object = {}): Promise<Json> =>
  caller.person.post(pathOf(caller, 'subscribe'), {
    ...named(caller),
    tracks: [{ ...named(to), source: 'microphone' }],
    ...fields,
  })

/** Counts the requests to the realm until the test ends. */
export function countRequests() {
  const [ask, fetched] = [vi.spyOn(RealmObject.prototype, 'ask'), vi.spyOn(RealmObject.prototype, 'fetch')]
  onTestFinished(() => [ask, fetched].forEach((spy) => spy.mockRestore()))
  return { requests: (): number => ask.mock.calls.length + fetched.mock.calls.length }
}
