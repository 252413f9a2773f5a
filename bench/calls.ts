// npm run talk                                          ten people for a minute, two with cameras, over the media server of the tests
// npm run talk -- --people 4 --seconds 600 --restarts 5   the server is killed, and begins again, while they talk
// npm run talk -- --people 3 --loss 5 --delay 50       the media server loses 5 % of the packets, and sends the rest 50 ms later
// npm run talk -- --people 4 --direct                   from browser to browser
// npm run talk -- --people 2 --relay                    only over a relay, which is coturn: apt-get install coturn
//
// Talks between pages of Chromium, with real packets. Prints how long joining took, for how long a page received nothing of another one, and what
// the call cost the server. Fails if a page has lost a seat or a voice at the end.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { buildClient } from '../scripts/build-client.ts'
import { arrivedAt, launchBrowser, openPage } from './call-pages.ts'
import { openCast } from './cast.ts'
import { get, post } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'
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
  },
})
const PEOPLE = Number(values.people)
const SECONDS = Number(values.seconds)
const RESTARTS = Number(values.restarts)
const MEDIA_PORT = 9788
const RELAY = { port: 9789, secret: 'secret' }
const LOOK_MILLISECONDS = 250

await buildClient()
const media = values.direct || values.relay ? undefined : await startMedia()
const relay = values.relay ? startRelay() : undefined
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
const browser = await launchBrowser()
const pages = await openPages()
say(`${PEOPLE} pages`)
const before = await cast.meters()
const cpuBefore = server.cpuSeconds()
const joins: number[] = []
for (const [nth, page] of pages.entries()) joins.push(await joinCall(page, nth))
for (const page of pages.slice(0, Number(values.cameras))) await page.locator('.stage').press('v')
say('all joined')
const joined = await cast.meters()
const cpuJoined = server.cpuSeconds()
const silence = pages.map(() => 0)
const seatsGone: number[] = []
await talk()
await report()
for (const page of pages) await page.getByRole('button', { name: 'Leave', exact: true }).click()
await browser.close()
await server.stop()
process.exit()

async function openPages(): Promise<Page[]> {
  const opened: Page[] = []
  for (let nth = 0; nth < PEOPLE; nth++) {
    const login = { email: `person${nth}@bench.example`, password: `tandem kiwi ${nth} lantern` }
    const account = { ...login, full_name: `Person ${nth}`, role: 400 }
    const { user_id } = await cast.json<{ user_id: number }>(post('/api/v1/dev_create_user', account, cast.owner))
    const subscription = { subscriptions: '[{"name":"square"}]', principals: JSON.stringify([user_id]) }
    const quietly = { ...subscription, send_new_subscription_messages: 'false' }
    await cast.succeed(post('/api/v1/users/me/subscriptions', quietly, cast.owner))
    const hash = `#narrow/channel/${channel}-square/topic/talk`
    opened.push(await openPage(browser, `http://talking.localhost:${server.port}`, login, hash))
  }
  return opened
}

/** Joins the call, and returns the milliseconds until the first voice comes. */
async function joinCall(page: Page, nth: number): Promise<number> {
  const name = nth === 0 ? 'Start a call' : 'Join'
  const button = (nth === 0 ? page : page.locator('.call-strip')).getByRole('button', { name, exact: true })
  await button.waitFor()
  const began = performance.now()
  await button.click()
  if (nth === 0) await page.locator('.stage .seat').waitFor()
  else while ((await arrivedAt(page)).voices === 0) await setTimeout(20)
  return performance.now() - began
}

/** Looks for how long each page receives less than all voices, and kills the server now and then. */
async function talk(): Promise<void> {
  const until = performance.now() + SECONDS * 1000
  const times = Array.from(
    { length: RESTARTS },
    (_, nth) => until - (SECONDS * 1000 * (RESTARTS - nth)) / (RESTARTS + 1),
  )
  const received = pages.map(() => performance.now())
  let killedAt: number | undefined
  let answeredAt: number | undefined
  while (performance.now() < until) {
    await setTimeout(LOOK_MILLISECONDS)
    const all = await Promise.all(pages.map(arrivedAt))
    const now = performance.now()
    for (const [nth, { voices }] of all.entries()) {
      if (voices >= PEOPLE - 1) received[nth] = now
      silence[nth] = Math.max(at(silence, nth), now - at(received, nth))
    }
    if (killedAt !== undefined && answeredAt === undefined && (await runningCalls())) answeredAt = performance.now()
    if (killedAt !== undefined && answeredAt !== undefined && (await areComplete())) {
      const complete = performance.now() - answeredAt
      seatsGone.push(complete)
      say(
        `killed: no answer for ${number(answeredAt - killedAt, 'ms')}, all were there ${number(complete, 'ms')} later`,
      )
      killedAt = undefined
    }
    if (killedAt !== undefined || (times[0] ?? Infinity) > now) continue
    times.shift()
    killedAt = now
    answeredAt = undefined
    await server.crash()
  }
}

/** Returns the calls that run, or undefined while the server does not answer. */
function runningCalls() {
  const request = get('/api/v1/parley/calls', cast.owner)
  return cast.json<{ calls: { people: unknown[] }[] }>(request).catch(() => undefined)
}

/** Returns whether each page shows all seats, and is connected to the realm. */
async function areComplete(): Promise<boolean> {
  const counts = await Promise.all(
    pages.map(async (page) => [await page.locator('.stage .seat').count(), await page.locator('.seat.away').count()]),
  )
  const running = await runningCalls()
  return running?.calls[0]?.people.length === PEOPLE && counts.every(([seats, away]) => seats === PEOPLE && away === 0)
}

async function report(): Promise<void> {
  const all = await Promise.all(pages.map(arrivedAt))
  await setTimeout(1000)
  const last = await Promise.all(pages.map(arrivedAt))
  const frames = last.map((each, nth) => each.frames - at(all, nth).frames)
  const received = last.map(({ voices }) => voices)
  console.log(
    `\n${PEOPLE} people, ${values.cameras} cameras, ${SECONDS} s, ${media ? 'media server' : relay ? 'relay' : 'direct'}`,
  )
  console.log(`from the click to the first voice   ${spreadOf(spread(joins.slice(1)), 'ms')}`)
  console.log(`the longest time without a voice    ${spreadOf(spread(silence), 'ms')}`)
  console.log(`voices in the last second           ${received.join(' ')}`)
  console.log(`pictures in the last second         ${frames.join(' ')}`)
  console.log(`lost packets                        ${last.map(({ lost }) => lost).join(' ')}`)
  console.log(`received by a page                  ${spreadOf(spread(last.map(({ bytes }) => bytes / 1000)), 'kB')}`)
  if (relay) console.log(`over the relay                      ${last.every(({ relayed }) => relayed)}`)
  if (RESTARTS > 0) console.log(`seats complete after an answer      ${spreadOf(spread(seatsGone), 'ms')}`)
  else await reportCosts()
  const isComplete = (await areComplete()) && received.every((voices) => voices >= PEOPLE - 1)
  if (!isComplete) process.exitCode = 1
  console.log(isComplete ? 'All hear all.' : 'Somebody is missing.')
}

async function reportCosts(): Promise<void> {
  const after = await cast.meters()
  const cpu = server.cpuSeconds()
  const minutes = SECONDS / 60
  console.log(`joining: realm requests             ${joined.realmRequests - before.realmRequests}`)
  console.log(
    `joining: rows, alarms               ${joined.written - before.written}, ${joined.alarms - before.alarms}`,
  )
  console.log(`joining: CPU of the server          ${number((cpuJoined - cpuBefore) * 1000, 'ms')}`)
  console.log(`then: realm requests                ${after.realmRequests - joined.realmRequests}`)
  console.log(`then: rows, alarms                  ${after.written - joined.written}, ${after.alarms - joined.alarms}`)
  console.log(`then: CPU of the server in a minute ${number(((cpu - cpuJoined) * 1000) / minutes, 'ms')}`)
}

async function startMedia() {
  const program = join(import.meta.dirname, 'call-media.ts')
  const child = spawn(process.execPath, [program, String(MEDIA_PORT), values.loss, values.delay], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill())
  await once(child.stdout, 'data')
  return child
}

function startRelay() {
  const address = '127.0.0.1'
  const options = [
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--allow-loopback-peers',
    '--use-auth-secret',
    '--log-file',
    '/dev/null',
  ]
  const place = ['--listening-ip', address, '--relay-ip', address, '--listening-port', String(RELAY.port)]
  const child = spawn('turnserver', [...options, ...place, '--realm', 'bench', '--static-auth-secret', RELAY.secret])
  process.on('exit', () => child.kill())
  return child
}
