// npm run kept            fills a browser with a million messages, and measures what it keeps: heap, opening, searching
// npm run kept -- 100000   the same with fewer messages
//
// The client fetches the messages of a server by itself, one page after the other, so that a million takes half an hour. CPU is that of
// all threads of all processes of the browser. A page without the client asks the worker that each tab has: it reads the storage, and
// finds all rows. Then the client opens conversations, with drawing.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { buildClient } from '../scripts/build-client.ts'
import { CHROMIUM, CLIENT, LAUNCH_ARGUMENTS, logIn, serveClient } from './client-page.ts'
import { heapsOf } from './heaps.ts'
import { longFrames, lookUp, storedCore, storedNames, watchFrames } from './kept-page.ts'
import { bytesIn, cpuOf } from './browser-processes.ts'
import { openCast } from './cast.ts'
import { post } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { nearlyWorst } from '../web/test/cpu.ts'
import { number, rowOf, title } from './table.ts'

const messages = Number(process.argv[2] ?? 1_000_000)
const CHANNELS = 20
const TOPICS_PER_CHANNEL = Math.max(10, messages / 1000)
const WORDS = 22
const PEOPLE = 50
const OPENINGS = 300
const SEARCHES = 60
const ROWS_PER_SEARCH = 50
/** What budgets say: docs/decisions/replica.md. */
const MAX_HEAP_MB = 150
const MAX_OPENING_MS = 16
const MAX_SEARCH_MS = messages > 100_000 ? 150 : 50

await buildClient()
const server = await openServer({ DEVELOPMENT: 'true' })
const cast = await openCast(server, 'kept')
const origin = `http://kept.localhost:${server.port}`
const profile = mkdtempSync(join(tmpdir(), 'parley-kept-'))
process.on('exit', () => rmSync(profile, { recursive: true, force: true }))
const row = rowOf([46, 12, 12, 12, 12])
const failed: string[] = []

await writeMessages()
await fill()
title(`${messages.toLocaleString('en')} messages`, 'after a new start of the browser')
const context = await openBrowser()
await measureHeap()
const page = await openEmptyPage()
const names = await page.evaluate(storedNames)
row('', 'CPU ms', 'wall p50', 'wall p95', 'limit')
await measureOpenings()
await measureSearches()
await measureClient()
await context.close()
await server.stop()
for (const what of failed) say(`over its limit: ${what}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function writeMessages() {
  await cast.invite(PEOPLE)
  say(`writing ${messages} messages`)
  for (let nth = 0; nth < CHANNELS; nth++) {
    const channel = await cast.channel(`channel ${nth}`, [cast.owner, ...cast.people])
    await cast.history(messages / CHANNELS, cast.people, channel, TOPICS_PER_CHANNEL, WORDS)
    await cast.die()
  }
  say('marking them as read')
  // With more than 50,000 unread messages, a client asks the server.
  while (!(await cast.json<{ complete: boolean }>(post('/api/v1/mark_all_as_read', {}, cast.owner))).complete);
}

async function openBrowser() {
  const opened = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...LAUNCH_ARGUMENTS, '--enable-precise-memory-info'],
    serviceWorkers: 'block',
  })
  await serveClient(opened)
  await opened.route(`${origin}/empty`, (route) =>
    route.fulfill({ body: '<!doctype html><title>Empty</title>', contentType: 'text/html' }),
  )
  return opened
}

/** Lets the client fetch all messages, and the browser write its index. */
async function fill() {
  const filling = await openBrowser()
  await filling.addCookies([{ name: 'parley_keep_everything', value: '1', url: origin }])
  const client = await filling.newPage()
  await logIn(client, `${origin}/#inbox`, cast.owner.password)
  await client.evaluate(watchFrames)
  const began = Date.now()
  const [since, cpuBefore] = [performance.now(), cpuOf(profile)]
  const session = await filling.newCDPSession(client)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let peak = 0
  /** When this program itself stopped the page. */
  const stops: { from: number; to: number }[] = []
  for (;;) {
    await setTimeout(5000)
    const core = await client.evaluate(storedCore)
    const from = Date.now()
    peak = Math.max(peak, sumOf(await heapsOf(client)))
    stops.push({ from, to: Date.now() })
    if (core === undefined) continue
    say(`${core.messages} messages, ${core.indexed} of them in the index, heap ${Math.round(peak)} MB at most`)
    if (core.from === 0 && core.indexed >= core.messages - 200) break
  }
  const seconds = Math.round((performance.now() - since) / 1000)
  const cpu = Math.round(cpuOf(profile) - cpuBefore)
  const { metrics } = await session.send('Performance.getMetrics')
  const ofPage = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const frames = await client.evaluate(longFrames)
  const own = frames.filter(({ at, milliseconds }) =>
    stops.every(({ from, to }) => at > to || at + milliseconds < from),
  )
  await filling.close()
  const perMessage = Math.round(bytesIn(profile) / messages)
  say(
    `filled in ${seconds} s, with ${cpu} s of CPU, ${ofPage.toFixed(1)} s of it in the thread of the page, ${perMessage} bytes of the profile for each message, heap ${Math.round(peak)} MB at most`,
  )
  say(`frames of more than 50 ms: ${own.length}`)
  for (const { at, milliseconds, cause } of own)
    say(`  ${milliseconds} ms, ${Math.round((at - began) / 1000)} s after the start: ${cause || 'no script'}`)
}

async function measureHeap() {
  const client = await context.newPage()
  await client.goto(`${origin}/#inbox`)
  await setTimeout(20_000)
  const heaps = await heapsOf(client)
  const [name, heap] = ['heap of the client with its worker, MB', sumOf(heaps)]
  limited(name, heap, MAX_HEAP_MB)
  row(name, number(heap, ''), heaps.map((each) => number(each, '')).join(' + '), '', MAX_HEAP_MB)
  await client.close()
}

async function openEmptyPage() {
  const opened = await context.newPage()
  await opened.goto(`${origin}/empty`)
  return opened
}

async function measureOpenings() {
  const around = { anchor: 'newest', before: 100, after: 0, withAnchor: true }
  const lookups = Array.from({ length: OPENINGS }, () => {
    const conversation = names[Math.floor(Math.random() * names.length)]
    return { page: { conversation, around } }
  })
  await report('open a conversation, its newest 100', lookups, MAX_OPENING_MS)
}

async function measureSearches() {
  const anyOf = (word: () => string) => Array.from({ length: SEARCHES }, word)
  const below = (most: number) => Math.floor(Math.random() * most)
  const kinds: Record<string, () => string> = {
    'a rare word': () => `${below(messages)}th`,
    'a usual word': () => `subject${below(5000)}`,
    'a frequent word': () => `w${below(20)}`,
    'a frequent and a usual word': () => `w${below(20)} subject${below(5000)}`,
    'two frequent words': () => `w${below(20)} w${20 + below(20)}`,
    'a word of no message': () => `never${below(1000)}`,
  }
  const state = { user_id: cast.owner.user_id, subscribed: [], starred: [], unread: [] }
  for (const [kind, word] of Object.entries(kinds)) {
    const lookups = anyOf(word).map((operand) => ({
      find: { terms: [{ operator: 'search', operand }], state, most: ROWS_PER_SEARCH },
    }))
    await report(`search ${kind}`, lookups, MAX_SEARCH_MS)
  }
}

/** Asks the worker one thing after the other, and reports the CPU of the browser for one. */
async function report(what: string, lookups: readonly object[], limit: number) {
  const worker = workerOfReplica()
  await page.evaluate(lookUp, { worker, lookups: lookups.slice(0, 5) })
  const before = cpuOf(profile)
  const { walls, rows } = await page.evaluate(lookUp, { worker, lookups: lookups.slice(5) })
  const cpu = ((cpuOf(profile) - before) * 1000) / walls.length
  const sorted = walls.toSorted((a, b) => a - b)
  limited(what, cpu, limit)
  row(
    `${what} (${(rows / walls.length).toFixed(0)} rows)`,
    number(cpu, ''),
    number(sorted[walls.length >> 1] ?? 0, ''),
    number(nearlyWorst(sorted), ''),
    limit,
  )
}

function workerOfReplica(): string {
  const folder = join(CLIENT, 'assets')
  const isOfReplica = (name: string) =>
    name.startsWith('worker-') && readFileSync(join(folder, name), 'utf8').includes('/replica/digests')
  return `/assets/${readdirSync(folder).find(isOfReplica) ?? ''}`
}

/** Opens conversations in the client itself. */
async function measureClient() {
  const client = await context.newPage()
  await client.goto(`${origin}/#inbox`)
  await setTimeout(20_000)
  const requests: string[] = []
  client.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/json\/(?!events|users\/me\/presence|messages\/flags)/.test(pathname)) requests.push(pathname)
  })
  const turns = 30
  const before = cpuOf(profile)
  for (let turn = 0; turn < turns; turn++) {
    const [, stream_id = '', topic = ''] =
      /^ktopic:(\d+)\/(.*)$/.exec(names[Math.floor(Math.random() * names.length)] ?? '') ?? []
    const hash = `narrow/channel/${stream_id}-x/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
    await client.evaluate((to) => void (location.hash = to), hash)
    await client
      .locator('.layer:not([inert]) article.msg')
      .last()
      .waitFor({ timeout: 20_000 })
      .catch(() => undefined)
  }
  const cpu = ((cpuOf(profile) - before) * 1000) / turns
  // The first visit of a channel asks for its pins, and for its topics if it has a thousand or more.
  const ofMessages = requests.filter((path) => path.startsWith('/json/messages')).length
  limited('requests for messages', ofMessages, 0)
  row('the client opens one and draws it', number(cpu, ''), '', '', `${ofMessages} of ${requests.length} requests`)
  await client.close()
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function limited(what: string, value: number, limit: number) {
  if (value > limit) failed.push(`${what}: ${number(value, '')} of ${limit}`)
}
