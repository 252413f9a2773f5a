// npm run talk                                          ten people for a minute, two with cameras, over the media server of the tests
// npm run talk -- --people 4 --seconds 600 --restarts 5   the server is killed, and begins again, while they talk
// npm run talk -- --people 3 --loss 5 --delay 50       to and from the media server, 5 % of the packets are lost, and the others come 50 ms later
// npm run talk -- --people 4 --direct                   from browser to browser
// npm run talk -- --people 2 --relay                    only over a relay, which is coturn: apt-get install coturn
// npm run talk -- --people 5 --joins 20                 the last one leaves and joins, until 20 joins are measured
// npm run talk -- --people 2 --direct --cut 3           no packet between the browsers passes for 3 seconds
//
// Talks between pages of Chromium, with real packets. Prints who receives whom, how long joining took, for how long a page received nothing of another
// one, and what the call cost the server and the pages. Fails if one of the statements at the end does not hold, or if a step takes too long. Two
// cores carry eight pages. With more, statements fail because no core is free, and the rows about CPU say so.

import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { buildClient } from '../scripts/build-client.ts'
import { printCosts } from './call-costs.ts'
import { watchCpu } from './call-cpu.ts'
import { between, passesThrough } from './call-network.ts'
import { arrivedAt, forgetGaps, launchBrowser, openPage } from './call-pages.ts'
import { startMedia, startRelay } from './call-servers.ts'
import { runSteps, within } from './call-steps.ts'
import { longestOf, printGaps, printMatrix, printVerdict } from './call-verdict.ts'
import { writeVoice } from './call-voice.ts'
import { printPictures, seenOn, type Seen } from './call-pictures.ts'
import { openCast, type Meters } from './cast.ts'
import { get, post } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at, quantile, spread } from './statistics.ts'
import { number, spreadOf } from './table.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10' },
    cameras: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    loss: { type: 'string', default: '0' },
    delay: { type: 'string', default: '0' },
    restarts: { type: 'string', default: '0' },
    direct: { type: 'boolean', default: false },
    relay: { type: 'boolean', default: false },
    joins: { type: 'string', default: '0' },
    cut: { type: 'string', default: '0' },
    gap: { type: 'string', default: '2' },
  },
})
const PEOPLE = Number(values.people)
const CAMERAS = Number(values.cameras)
const SECONDS = Number(values.seconds)
const RESTARTS = Number(values.restarts)
const MEDIA_PORT = 9788
const RELAY = { port: 9789, secret: 'secret' }
const LOOK_MILLISECONDS = 250
const CUT_MILLISECONDS = Number(values.cut) * 1000
/** How long a page may receive nothing of another one, and a picture may stand still. */
const MAX_GAP_MILLISECONDS = Number(values.gap) * 1000
const MAX_JOIN_MILLISECONDS = 1000
/** After a restart, the seats are right so soon after the first answer. */
const MAX_SEATS_MILLISECONDS = 3000
/** So much CPU of the server a minute of the call may take, with what its pages request otherwise: for the server, and for each page. */
const MAX_SERVER_MILLISECONDS = 50 + 15 * PEOPLE
/** No step but the talk itself takes longer. */
const STEP_SECONDS = 60
const IDLE_SECONDS = 5
/** So long, at the end, the pictures are counted second by second. */
const PICTURE_SECONDS = 5
const MIN_SHARE = 0.5

await buildClient()
const media = values.direct || values.relay ? undefined : await startMedia(MEDIA_PORT, values)
const relay = values.relay ? startRelay(RELAY) : undefined
const server = await openServer({
  // Browsers send no secure cookie over a socket without encryption.
  DEVELOPMENT: 'true',
  CALLS_PRIVATE_ADDRESSES: 'true',
  OUTSIDE_REQUESTS_OFF: 'breached_passwords',
  PASSWORD_COST: '16',
  RATE_LIMIT_AUTHENTICATION: '',
  RATE_LIMIT_AUTHENTICATION_BY_ADDRESS: '',
  CALL_STUN_URLS: '',
  ...(media
    ? { CALL_SFU_URL: `http://127.0.0.1:${MEDIA_PORT}/v1`, CALL_SFU_APP_ID: 'app', CALL_SFU_SECRET: 'secret' }
    : {}),
  ...(relay
    ? { CALL_TURN_URLS: `turn:127.0.0.1:${RELAY.port}`, CALL_TURN_SECRET: RELAY.secret, CALL_RELAY_ONLY: 'true' }
    : {}),
})
const cast = await openCast(server, 'talking')
const channel = await cast.channel('square', [cast.owner])
const browser = await launchBrowser(writeVoice())
const used = watchCpu(server)
const users: number[] = []
const pages: Page[] = []
const joins: number[] = []
const seatsGone: number[] = []

await runSteps(run, () => `${pages.length} pages were open, and ${joins.length} in the call. ${used.text()}`)
await Promise.race([browser.close(), setTimeout(STEP_SECONDS * 1000)])
await server.stop()
process.exit()

async function run(): Promise<void> {
  for (let nth = 0; nth < PEOPLE; nth++) await within(STEP_SECONDS, `Page ${nth} opens`, openNext(nth))
  say(`${PEOPLE} pages`)
  const before = await cast.meters()
  await setTimeout(IDLE_SECONDS * 1000)
  used.begin('idle')
  await setTimeout(IDLE_SECONDS * 1000)
  used.begin('join')
  for (const [nth, page] of pages.entries())
    joins.push(await within(STEP_SECONDS, `Page ${nth} joins`, joinCall(page, nth)))
  while (joins.length <= Number(values.joins))
    joins.push(await within(STEP_SECONDS, 'The last page joins', joinAgain()))
  for (const page of pages.slice(0, CAMERAS)) await page.locator('.stage').press('v', { timeout: STEP_SECONDS * 1000 })
  for (const [nth, page] of pages.entries())
    await within(STEP_SECONDS, `Page ${nth} receives all others`, untilReceivesAll(page))
  const call = (await runningCalls())?.calls[0]
  say('all joined')
  const joined = await cast.meters()
  for (const page of pages) await within(STEP_SECONDS, 'A page answers', forgetGaps(page))
  used.begin('talk')
  await within(SECONDS + STEP_SECONDS * (RESTARTS + 1), `All talk for ${SECONDS} s`, talk())
  used.end()
  await within(STEP_SECONDS, 'All pages say what they received', report(call, { before, joined }))
  for (const page of pages)
    await page.getByRole('button', { name: 'Leave', exact: true }).click({ timeout: STEP_SECONDS * 1000 })
}

async function openNext(nth: number): Promise<void> {
  const login = { email: `person${nth}@bench.example`, password: `tandem kiwi ${nth} lantern` }
  const account = { ...login, full_name: `Person ${nth}`, role: 400 }
  const { user_id } = await cast.json<{ user_id: number }>(post('/api/v1/dev_create_user', account, cast.owner))
  const subscription = { subscriptions: '[{"name":"square"}]', principals: JSON.stringify([user_id]) }
  const quietly = { ...subscription, send_new_subscription_messages: 'false' }
  await cast.succeed(post('/api/v1/users/me/subscriptions', quietly, cast.owner))
  const hash = `#narrow/channel/${channel}-square/topic/talk`
  const page = await openPage(browser, `http://talking.localhost:${server.port}`, login, hash)
  if (CUT_MILLISECONDS > 0) await passesThrough(page)
  users.push(user_id)
  pages.push(page)
}

/** Joins the call, and returns the milliseconds until the first voice comes. */
async function joinCall(page: Page, nth: number): Promise<number> {
  const name = nth === 0 ? 'Start a call' : 'Join'
  const button = (nth === 0 ? page : page.locator('.call-strip')).getByRole('button', { name, exact: true })
  await button.waitFor()
  const began = performance.now()
  await button.click()
  if (nth === 0) await page.locator('.stage .seat').waitFor()
  else while ((await arrivedAt(page)).voices.length === 0) await setTimeout(20)
  return performance.now() - began
}

/** The last page leaves and joins. */
async function joinAgain(): Promise<number> {
  const page = at(pages, -1)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await setTimeout(500)
  return joinCall(page, PEOPLE - 1)
}

async function untilReceivesAll(page: Page): Promise<void> {
  const voices = new Set<number>()
  while (voices.size < PEOPLE - 1) {
    for (const id of (await arrivedAt(page)).voices) voices.add(id)
    await setTimeout(LOOK_MILLISECONDS)
  }
}

/** All talk. The network is cut once, and the server is killed now and then. */
async function talk(): Promise<void> {
  await Promise.all([cutOnce(), killNowAndThen(performance.now()), setTimeout(SECONDS * 1000)])
}

async function cutOnce(): Promise<void> {
  await setTimeout((SECONDS * 1000) / 2)
  between.isCut = CUT_MILLISECONDS > 0
  await setTimeout(CUT_MILLISECONDS)
  between.isCut = false
}

/** Kills the server, as often as the run says, and waits each time until all seats are right. */
async function killNowAndThen(began: number): Promise<void> {
  for (let nth = 1; nth <= RESTARTS; nth++) {
    const due = began + (SECONDS * 1000 * nth) / (RESTARTS + 1)
    await setTimeout(Math.max(0, due - performance.now()))
    const killedAt = performance.now()
    await server.crash()
    while ((await runningCalls()) === undefined) await setTimeout(LOOK_MILLISECONDS)
    const answeredAt = performance.now()
    const isLate = () => performance.now() - answeredAt > STEP_SECONDS * 1000
    while (!(await areComplete()) && !isLate()) await setTimeout(LOOK_MILLISECONDS)
    const complete = performance.now() - answeredAt
    seatsGone.push(complete)
    say(`killed: no answer for ${number(answeredAt - killedAt, 'ms')}, all were there ${number(complete, 'ms')} later`)
  }
}

/** Returns the calls that run, or undefined while the server does not answer. */
function runningCalls() {
  const request = get('/api/v1/parley/calls', cast.owner)
  return cast
    .json<{ calls: { id: number; people: { user_id: number; since: number }[] }[] }>(request)
    .catch(() => undefined)
}

/** Returns whether each page shows all seats, and is connected to the realm. */
async function areComplete(): Promise<boolean> {
  const counts = await Promise.all(
    pages.map(async (page) => [await page.locator('.stage .seat').count(), await page.locator('.seat.away').count()]),
  )
  const running = await runningCalls()
  return running?.calls[0]?.people.length === PEOPLE && counts.every(([seats, away]) => seats === PEOPLE && away === 0)
}

type Call = NonNullable<Awaited<ReturnType<typeof runningCalls>>>['calls'][number]

async function report(call: Call | undefined, counted: { before: Meters; joined: Meters }): Promise<void> {
  const seen: Seen[][] = []
  for (let second = 0; second <= PICTURE_SECONDS; second++) {
    if (second > 0) await setTimeout(1000)
    seen.push(await Promise.all(pages.map(seenOn)))
  }
  const all = await Promise.all(pages.map(arrivedAt))
  await setTimeout(1000)
  const last = await Promise.all(pages.map(arrivedAt))
  const way = media ? 'media server' : relay ? 'relay' : 'direct'
  const measured = joins.slice(1).toSorted((a, b) => a - b)
  const p95 = quantile(measured, 0.95)
  console.log(
    `\n${PEOPLE} people, ${CAMERAS} cameras, ${SECONDS} s, ${way}, ${values.loss} % lost, ${values.delay} ms later`,
  )
  const isComplete = printMatrix(users, last)
  console.log(`\nfrom the click to the first voice   ${spreadOf(spread(measured), 'ms')}, p95 ${number(p95, 'ms')}`)
  const gap = printGaps(users, longestOf(all))
  const pictures = printPictures(users, CAMERAS, seen)
  console.log(`lost packets of voices              ${last.map(({ lost }) => lost).join(' ')}`)
  console.log(`received by a page                  ${spreadOf(spread(last.map(({ bytes }) => bytes / 1000)), 'kB')}`)
  if (RESTARTS > 0) console.log(`seats complete after an answer      ${spreadOf(spread(seatsGone), 'ms')}`)
  const cost = RESTARTS > 0 ? 0 : printCosts(PEOPLE, used, { ...counted, after: await cast.meters() })
  const now = (await runningCalls())?.calls ?? []
  const seats = (calls: typeof now) =>
    JSON.stringify(calls.map(({ id, people }) => [id, people.map(({ user_id, since }) => [user_id, since])]))
  const isGood = printVerdict([
    [isComplete, 'Each page receives each other one at the end.'],
    [await areComplete(), 'Each page shows all seats at the end, and none as away.'],
    [gap >= CUT_MILLISECONDS / 2, 'If the network was cut, all noticed it.'],
    [gap <= MAX_GAP_MILLISECONDS + CUT_MILLISECONDS, gapStatement(gap)],
    [
      pictures.leastInSecond > 0 && pictures.share >= MIN_SHARE,
      `Each page receives each camera in each of the last ${PICTURE_SECONDS} seconds, at least half of its pictures (${number(pictures.share * 100, '%')}).`,
    ],
    [
      pictures.milliseconds <= MAX_GAP_MILLISECONDS + CUT_MILLISECONDS,
      `No picture stood still for more than ${values.gap} s${CUT_MILLISECONDS > 0 ? ' besides the cut' : ''} (${number(pictures.milliseconds, 'ms')}).`,
    ],
    [call !== undefined && seats(now) === seats([call]), 'The call and all seats are those of the beginning.'],
    [last.every(({ rings }) => rings === 0), 'No page rang.'],
    [
      seatsGone.length === RESTARTS && seatsGone.every((each) => each <= MAX_SEATS_MILLISECONDS),
      `After each of ${RESTARTS} restarts, all seats were right within 3 s of the first answer.`,
    ],
    [
      Number(values.joins) === 0 || p95 <= MAX_JOIN_MILLISECONDS,
      `If joins are measured, 95 % of them receive the first voice within 1 s (half ${number(quantile(measured, 0.5), 'ms')}, 95 % ${number(p95, 'ms')}).`,
    ],
    [
      cost <= MAX_SERVER_MILLISECONDS,
      `Without restarts, a minute costs the server at most ${MAX_SERVER_MILLISECONDS} ms of CPU (${number(cost, 'ms')}).`,
    ],
    [relay === undefined || last.every(({ relayed }) => relayed), 'If there is a relay, packets go over it.'],
  ])
  if (!isGood) process.exitCode = 1
}

/** A client recovers in the time for which nothing came, less that of the cut. */
function gapStatement(gap: number): string {
  const least = `No page received nothing of another one for more than ${values.gap} s (${number(gap, 'ms')}).`
  const after = `All recovered within ${values.gap} s after ${values.cut} s without packets (${number(gap - CUT_MILLISECONDS, 'ms')}).`
  return CUT_MILLISECONDS > 0 ? after : least
}
