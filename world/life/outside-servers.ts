import { crc32 } from 'node:zlib'

/** The variables of a deployment that uses them. */
export const VARIABLES_OF_SERVERS = {
  PUSH_BOUNCER_URL: 'https://bouncer.example.net',
  PUSH_BOUNCER_ORGANIZATION: '6cea1be7-5b4f-4a9c-9b54-1f0b7d2ac001',
  PUSH_BOUNCER_KEY: 'k3yOfTheServer'.padEnd(64, '0'),
}

type Server = (path: string, request: Request) => Response | Promise<Response>

/**
 * The other servers of the world: a page with a preview, a bot that replies, a program with buttons, a language model, a search for GIFs, and the push service, whose
 * requests and answers https://zulip.com/api/mobile-notifications describes. Some answers are of no use.
 */
const SERVERS: Readonly<Record<string, Server>> = {
  'hooks.example.net': async (path, request) =>
    path === '/press' ? answerToPress(await request.text()) : Response.json({ content: 'At your service' }),
  'example.com': () =>
    new Response('<html><head><title>Example</title><meta property="og:title" content="Example"></head></html>', {
      headers: { 'content-type': 'text/html' },
    }),
  'model.example.net': async (_path, request) => {
    const body = await request.text()
    const status = [200, 200, 200, 200, 429, 500][crc32(body) % 6] ?? 200
    return Response.json(completionOf(body), { status })
  },
  'api.klipy.com': (path) => Response.json(path.endsWith('featured') ? { error: 'none' } : { results: [GIF], next: 1 }),
  'bouncer.example.net': (path) => {
    const answer = Object.entries(OF_PUSH_SERVICE).find(([end]) => path.endsWith(end))?.[1] ?? {}
    return Response.json({ result: 'success', msg: '', ...answer })
  },
}

export async function answerOutside(request: Request): Promise<Response> {
  const { hostname, pathname } = new URL(request.url)
  return SERVERS[hostname]?.(pathname, request) ?? new Response(null, { status: 404 })
}

const ANSWERS_TO_PRESSES: readonly object[] = [
  { replace_original: true, text: 'It comes' },
  { response_type: 'in_channel', text: 'A drink was ordered' },
  { response_type: 'ephemeral', text: 'Thank you' },
  { delete_original: true },
  { text: 'ok' },
]

/** A program changes its message, posts another one, tells the user something, deletes its message, or fails. */
function answerToPress(body: string): Response {
  const answer = ANSWERS_TO_PRESSES[crc32(body) % (ANSWERS_TO_PRESSES.length + 1)]
  return answer ? Response.json(answer) : new Response(null, { status: 500 })
}

/** Answers as a language model of the platform, which also writes down sounds: the question alone decides the answer. */
export const answerAsModel = async (input: object): Promise<object> =>
  'audio' in input ? { text: 'Hello' } : completionOf(JSON.stringify(input))

/** Returns an answer in the form of completion APIs. Some have no text, or thoughts before it, or cite messages that no user sent. */
function completionOf(question: string): object {
  const [id = '1'] = /\d+/.exec(/\\?"id\\?":\d+/.exec(question)?.[0] ?? '') ?? []
  const texts = [`They met. [#${id}] [#999999]`, '<think>Hm</think>It is done.', '', `- One [#${id}]\n- Two`]
  const content = texts[crc32(question) % texts.length]
  return { choices: [{ message: { content } }], usage: { prompt_tokens: question.length, completion_tokens: 9 } }
}

const PICTURE = { url: 'https://media.example.net/cat.gif', dims: [80, 60] }
const GIF = { content_description: 'A cat', media_formats: { gif: PICTURE, tinygif: PICTURE } }

const STATUS = { can_push: true, expected_end_timestamp: null }
const OF_PUSH_SERVICE: Readonly<Record<string, object>> = {
  'server/billing': { billing_access_url: 'https://bouncer.example.net/bill' },
  'server/analytics/status': { last_realm_count_id: 0, last_installation_count_id: 0, last_realmauditlog_id: 0 },
  'server/analytics': { realms: {} },
  'push/notify': {
    total_android_devices: 1,
    total_apple_devices: 0,
    deleted_devices: { android_devices: [], apple_devices: [] },
    realm: STATUS,
  },
}
