// npm run memory
//
// Measures the memory that one request needs. The realm contains many messages, drafts and reactions of the largest size
// that was ever allowed. For each request, the program compares the peak memory of the process with the memory before. The
// process is the Worker, the realm and D1 together, with garbage that V8 has not collected. So the limit is above what a
// request may need, and far below what an unlimited response would need. The heap of each isolate has half of what the
// platform gives it: V8 collects garbage early, and a request that needs more ends its isolate.

import process from 'node:process'
import { BROKEN_PICTURES } from './broken-pictures.ts'
import { openCast, type Sent } from './cast.ts'
import { get, patch, post, postFile, postText } from './requests.ts'
import { openServer } from './runtime.ts'
import { at } from './statistics.ts'

const API = '/api/v1'
const REALM = 'large'
const HEAP_MEBIBYTES = 64
const MAX_BY_REQUEST = 64
const MAX_BY_DUE_WORK = 128
const MESSAGES = 600
const TIMES = 3
// The first pictures fill caches, and V8 compiles.
const [PICTURES_BEFORE, PICTURES] = [200, 1000]
const LARGE = 400_000

process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-old-space-size=${HEAP_MEBIBYTES}`
const server = await openServer()
const cast = await openCast(server, REALM)
const database = await server.miniflare.getD1Database('DB')
await cast.invite(3)
const [dov, ezra] = [at(cast.people, 0), at(cast.people, 1)]
const channel = await cast.channel('square', cast.people)
const owner = cast.owner

const sent: number[] = []
for (let nth = 0; nth < MESSAGES; nth++) {
  const content = nth === 0 ? 'pizza' : `pizza ${nth} ${'Grüße 世界 '.repeat(nth % 2 ? 900 : 0)}`
  sent.push(
    (await cast.json<Sent>(post(`${API}/messages`, { type: 'channel', to: channel, topic: 'lunch', content }, dov))).id,
  )
}
for (let nth = 0; nth < 40; nth++)
  await cast.succeed(patch(`${API}/messages/${sent[0]}`, { content: `pizza! ${nth}` }, dov))
for (let nth = 0; nth < 400; nth++) {
  const draft = { type: 'stream', to: [channel], topic: 'lunch', content: 'x'.repeat(9900) }
  const fields = { type: 'channel', to: channel, topic: 'lunch', content: draft.content }
  await cast.ask(post(`${API}/drafts`, { drafts: JSON.stringify([draft]) }, dov))
  await cast.ask(post(`${API}/scheduled_messages`, { ...fields, scheduled_delivery_timestamp: 4_000_000_000 }, dov))
}
await cast.ringNow()

/** Makes the rows in D1 as large as messages could ever be. */
async function enlarge(table: string) {
  const statement = `UPDATE ${table} SET rendered_content = '<p>pizza</p>' || ?2 WHERE realm_id = ?1`
  await database.prepare(statement).bind(REALM, 'x'.repeat(LARGE)).run()
}

/** Writes rows of the realm directly. */
const fill = (statements: string) => cast.succeed(postText(`/bench/run?realm=${REALM}`, statements))
const numbers = (most: number) => `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${most})`

const NEWEST = `${API}/messages?anchor=newest&num_before=5000`
const SEARCH = encodeURIComponent('[["search","pizza"]]')
const IDS = encodeURIComponent(JSON.stringify(sent))

const REQUESTS: [what: string, request: () => Buffer][] = [
  ['the newest messages', () => get(NEWEST, ezra)],
  ['the newest messages as Markdown', () => get(`${NEWEST}&apply_markdown=false`, ezra)],
  ['messages around one', () => get(`${API}/messages?anchor=${sent[300]}&num_before=2500&num_after=2500`, ezra)],
  ['messages by their ids', () => get(`${API}/messages?message_ids=${IDS}`, ezra)],
  ['a search', () => get(`${NEWEST}&narrow=${SEARCH}`, ezra)],
  ['messages that match a narrow', () => get(`${API}/messages/matches_narrow?msg_ids=${IDS}&narrow=${SEARCH}`, ezra)],
  ['the history of a message', () => get(`${API}/messages/${sent[0]}/history`, ezra)],
  ['drafts', () => get(`${API}/drafts`, dov)],
  ['scheduled messages', () => get(`${API}/scheduled_messages`, dov)],
  ['the state of a new queue', () => post(`${API}/register`, {}, dov)],
  ['the storage of a bot', () => get(`${API}/bot_storage`, dov)],
]

const tooMuch: string[] = []
async function measure(what: string, act: () => Promise<unknown>, { times = 1, limit = MAX_BY_DUE_WORK } = {}) {
  const growths: number[] = []
  for (let nth = 0; nth < times; nth++) growths.push(await server.growth(act))
  const most = Math.max(...growths)
  if (most > limit) tooMuch.push(`${what}: more than ${limit} MiB`)
  console.log(`${most.toFixed(0).padStart(5)} MiB  ${what}`)
}

async function measureRequests(where: string) {
  for (const [what, request] of REQUESTS)
    await measure(
      `${what}, ${where}`,
      async () => {
        const { status } = await cast.ask(request())
        if (status >= 500) throw new Error(`${what}: ${status}`)
      },
      { times: TIMES, limit: MAX_BY_REQUEST },
    )
}

await cast.ask(get(NEWEST, ezra))
await measureRequests('as sent')
await enlarge('messages')
await enlarge('old_versions')
await fill(`
  ${numbers(8000)} INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, position)
  SELECT m.id, 'unicode_emoji', '1f44d', n.n, 'thumbs_up', n.n FROM n, message_index m WHERE m.id IN (1, 2, 3, 4, 5);
  UPDATE message_index SET index_flags = index_flags | 8 WHERE id IN (1, 2, 3, 4, 5);
  ${numbers(5)} INSERT INTO bot_storage (user_id, entry_key, value)
  SELECT ${dov.user_id}, 'k' || n.n, printf('%.*c', 1900000, 'x') FROM n;`)
await cast.ask(get('/bench/die?realm=' + REALM)).catch(() => undefined)
await measureRequests('as large as they ever were')
await fill(`
  INSERT INTO outbox (target, key, version, body)
  SELECT 'messages', m.id, 1000000000, json_object('content', 'pizza', 'rendered_content', printf('%.*c', 400000, 'x'),
                                                   'client', 'bench', 'is_me_message', json('false'))
  FROM message_index m;`)
await measureRequests('waiting for D1')
await measure('the outbox is drained', () => cast.ringNow())
await cast.succeed(post(`${API}/export/realm`, {}, owner))
for (let nth = 1; nth <= 10; nth++) await measure(`file ${nth} of an export`, () => cast.ringNow())

// A picture that cannot be decoded is not stored, so what is left is what the decoders keep.
async function uploadBrokenPictures(count: number) {
  for (let nth = 0; nth < count; nth++)
    for (const [type, bytes] of BROKEN_PICTURES) {
      const { status } = await cast.ask(postFile(`${API}/users/me/avatar`, type, bytes, dov))
      if (status !== 400) throw new Error(`A broken picture of type ${type} was answered with ${status}`)
    }
}
await uploadBrokenPictures(PICTURES_BEFORE)
const pictures = `${PICTURES * BROKEN_PICTURES.length} broken pictures`
await measure(pictures, () => uploadBrokenPictures(PICTURES), { limit: MAX_BY_REQUEST })

await server.stop()
if (tooMuch.length > 0) {
  console.error(tooMuch.join('\n'))
  process.exit(1)
}
