import { expect } from 'vitest'
import { answerGap, classOfAnswer, routeOf } from './answers'
import type { Gap } from './decoder'
import { eventGap } from './phone-app'
import { pythonAnswerGap, pythonEventGap } from './python-clients'

const MAX_SHOWN_CHARACTERS = 300

/** Queues of clients that know newer flags than the phone app: it has no such queue. */
const queuesWithNewerFlags = new Set<string>()

/** The form of these decides what their answers have. */
const READS_FORM = new Set(['POST /register', 'POST /users/me/presence'])

/**
 * Returns a check of the answer to a request: it fails the test if Zulip's phone app, the Python package or the terminal client
 * could not read the answer, and names the class, the field and the test. Call it before the request is sent, which uses up its
 * body.
 */
export async function contractFor(request: Request): Promise<(response: Response) => Promise<void>> {
  const name = classOfAnswer(request)
  const route = routeOf(request)
  if (IS_PICTURE.test(route)) return requirePicture
  const isRead = name !== undefined || PYTHON_READS.has(route) || /^GET \/messages\/\d+\/history$/.test(route)
  if (!isRead || request.headers.get('user-agent')?.startsWith('Svc')) return async () => {}
  const form = await parametersOf(request, route)
  return async (response) => {
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return
    const answer = await response.clone().json<Answer>()
    if (answer.result !== 'success') return
    if (form.get('client_capabilities')?.includes('"archived_channels":true') && answer.queue_id)
      queuesWithNewerFlags.add(answer.queue_id)
    if (queuesWithNewerFlags.has(form.get('queue_id') ?? '')) answer.events = answer.events?.map(withoutNewerFlags)
    if (name !== undefined) requireNoGap("Zulip's phone app", answerGap(name, answer, form), answer)
    requireNoGap(PYTHON, pythonAnswerGap(route, answer, form), answer)
  }
}

type Answer = { result: string; queue_id?: string; events?: { flags?: string[] }[] }

const withoutNewerFlags = ({ flags, ...event }: { flags?: string[] }) =>
  flags === undefined ? event : { ...event, flags: flags.filter((flag) => flag !== 'hide_link_previews') }

/** Pictures that the phone app draws, which is no browser: it draws no SVG. */
const IS_PICTURE = /^GET \/(?:user_avatars|static\/generated\/emoji\/images)\//
const DRAWN = /^image\/(?:png|jpeg|gif|webp)$/

async function requirePicture(response: Response): Promise<void> {
  if (response.status === 200) expect(response.headers.get('content-type'), 'The phone app draws it').toMatch(DRAWN)
}

/** The answers of which a Python program reads more than `result` and `msg`. */
const PYTHON_READS = new Set([
  'POST /register',
  'GET /get_stream_id',
  'GET /server_settings',
  'GET /messages',
  'POST /users/me/presence',
])
const PYTHON = 'A Python program'

async function parametersOf(request: Request, route: string): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams
  const body = READS_FORM.has(route) ? await request.clone().arrayBuffer() : new ArrayBuffer(0)
  // The runtime warns when a form is read as a text.
  return new URLSearchParams(new TextDecoder().decode(body))
}

/** Fails the test if Zulip's phone app or a Python program could not read one of these events. */
export function checkEvents(events: readonly unknown[]): void {
  for (const event of events) {
    requireNoGap("Zulip's phone app", eventGap(event), event)
    requireNoGap(PYTHON, pythonEventGap(event), event)
  }
}

function requireNoGap(reader: string, gap: Gap | undefined, value: unknown): void {
  if (gap === undefined) return
  const { currentTestName, testPath } = expect.getState()
  const subject = `${gap.class}.${gap.field} ${gap.problem}`
  const text = JSON.stringify(value).slice(0, MAX_SHOWN_CHARACTERS)
  expect.fail(`${reader} cannot read it: ${subject} (${testPath}, ${currentTestName}): ${text}`)
}
