// A user's working day in the web client, in Chromium: what a browser asks for, and what that takes.

import { chromium, type Page } from 'playwright-core'
import { FRAMES, type Traffic } from '../web/test/counted-traffic.ts'
import {
  ACTS_OF_DAY,
  ACT_SECONDS,
  beginDay,
  PING,
  SLEEP_SECONDS,
  topicsOfDay,
  type ActOfDay,
  type Office,
} from '../web/test/working-day.ts'
import { openCast, type Cast } from './cast.ts'
import { CHROMIUM, LAUNCH_ARGUMENTS, logIn, serveClient } from './client-page.ts'
import { difference, type Taken as Difference } from './counts.ts'
import type { RealmWork } from './month.ts'
import { keysOf, mapKeys } from './records.ts'
import { post } from './requests.ts'
import type { Program } from './runtime.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'
import { HOURS, RECONNECTS, TIMES } from './working-day.ts'

const TURNS = 30
const IN_VIEW_PER_TURN = 5
const COLLEAGUES = 50
/** Messages of each topic before the day. */
const EARLIER = ['The build is green again.', 'Could you look at it before noon, please?']
/** After this time the log is trimmed, and D1 has all rows. */
const CARE_SECONDS = 60
/** Until the client has fetched what it keeps, and written its snapshot. */
const SETTLING_MILLISECONDS = 8000

/** How often the user does each act on a working day. All messages of a turn are those that the user marks as read. */
const TIMES_OF_ACTS: Record<ActOfDay, number> = {
  'open the client again': TIMES['register a queue'],
  'receive 15 messages elsewhere': TURNS,
  'open their conversation, and read': TURNS,
  'receive a message in view': TURNS * IN_VIEW_PER_TURN,
  'send to a channel': TIMES['send to a channel'],
  'mention a user': TIMES['mention a user'],
  'edit a message': TIMES['edit a message'],
  'react to a message': TIMES['react to a message'],
  'send a direct message': TIMES['send a direct message'],
  search: TIMES.search,
  'come back after sleep': RECONNECTS,
  'be there for a minute': 0,
}

const SLEEP = 'come back after sleep'
/** Acts after which rows go to D1. What the others sent is their own work. */
const FOLLOWED: readonly ActOfDay[] = ['send to a channel', 'mention a user', 'edit a message', 'send a direct message']

/** What an act, or the whole day, took, without presence pings: they come at any time. `sent` and `received` are bytes. */
export type Taken = RealmWork & {
  times: number
  requests: number
  pings: number
  sent: number
  received: number
}
export type ClientDay = { acts: Record<ActOfDay, Taken>; day: Taken; kinds: Record<string, number> }

const nothing = (): Taken => ({
  times: 0,
  requests: 0,
  pings: 0,
  realmRequests: 0,
  written: 0,
  writtenLater: 0,
  read: 0,
  d1Calls: 0,
  d1Read: 0,
  d1Written: 0,
  sent: 0,
  received: 0,
})

function add(sum: Taken, more: Taken) {
  for (const name of keysOf(sum)) sum[name] += more[name]
}

/** Plays a working day of the owner of a realm with this many users. Requests are the same each time. Rows and bytes differ a little. */
export async function playDay(server: Program, people: number): Promise<ClientDay> {
  say(`playing the day of a browser among ${people} users`)
  const cast = await openCast(server, `day-${people}`)
  const office = await openOffice(cast, people)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: LAUNCH_ARGUMENTS })
  const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1200, height: 800 } })
  await serveClient(page)
  await logIn(page, `http://${cast.owner.realm}.localhost:${server.port}/#inbox`, cast.owner.password)
  await page.locator('.app').waitFor()
  await page.waitForTimeout(SETTLING_MILLISECONDS)
  await cast.hold(true)
  const day = await play(cast, page, office)
  await browser.close()
  return day
}

async function openOffice(cast: Cast, people: number): Promise<Office> {
  await cast.invite(people - 1)
  const colleagues = cast.people.slice(0, COLLEAGUES)
  const [colleague] = [at(colleagues, 0)]
  const channel = await cast.channel('work', [cast.owner, ...colleagues])
  const send: Office['send'] = async (topic, contents) => {
    for (const content of contents)
      await cast.succeed(post('/api/v1/messages', { type: 'channel', to: channel, topic, content }, colleague))
  }
  for (const topic of topicsOfDay) await send(topic, EARLIER)
  while (!(await cast.json<{ complete: boolean }>(post('/api/v1/mark_all_as_read', {}, cast.owner))).complete);
  return {
    topicHash: (topic) => `#narrow/channel/${channel}-work/topic/${topic.replaceAll(' ', '.20')}`,
    directHash: `#narrow/dm/${colleague.user_id}`,
    colleague: 'Person 0',
    send,
  }
}

async function play(cast: Cast, page: Page, office: Office): Promise<ClientDay> {
  const begun = await beginDay(page, office)
  const acts = mapKeys(ACTS_OF_DAY, nothing)
  const kinds: Record<string, number> = {}
  // The first time, the client loads what it keeps.
  await begun.play('open the client again', 0)
  await cast.ringNow(CARE_SECONDS)
  const constant = await difference(cast, () => cast.ringNow(CARE_SECONDS))
  for (const { act, nth } of scheduled()) {
    const before = (await cast.meters()).browsers
    let traffic: Traffic = {}
    const now = await difference(cast, async () => {
      traffic = await begun.play(act, nth)
      return { size: 0 }
    })
    const after = (await cast.meters()).browsers
    const seconds = ACT_SECONDS + (act === SLEEP ? SLEEP_SECONDS : 0)
    const later = await difference(cast, () => cast.ringNow(seconds))
    const following = FOLLOWED.includes(act)
      ? followingOf(later, constant)
      : { writtenLater: 0, d1Read: 0, d1Written: 0 }
    add(acts[act], {
      ...trafficOf(traffic),
      realmRequests: after.requests - before.requests,
      written: after.written - before.written,
      writtenLater: following.writtenLater,
      read: after.read - before.read,
      d1Calls: now.d1Calls,
      d1Read: now.d1Read + following.d1Read,
      d1Written: now.d1Written + following.d1Written,
    })
    for (const [kind, { times }] of Object.entries(traffic)) kinds[kind] = (kinds[kind] ?? 0) + times
  }
  const day = nothing()
  for (const act of ACTS_OF_DAY) add(day, acts[act])
  return { acts, day, kinds }
}

/** Returns what due work took because of an act, beside what it always takes. */
const followingOf = (later: Difference, constant: Difference) => ({
  writtenLater: Math.max(0, later.written + later.alarms - constant.written - constant.alarms),
  d1Read: Math.max(0, later.d1Read - constant.d1Read),
  d1Written: Math.max(0, later.d1Written - constant.d1Written),
})

function trafficOf(traffic: Traffic) {
  const sum = { times: 1, requests: 0, pings: 0, sent: 0, received: 0 }
  for (const [kind, { times, sent, received }] of Object.entries(traffic)) {
    if (kind === PING) {
      sum.pings += times
      continue
    }
    if (kind !== FRAMES) sum.requests += times
    sum.sent += sent
    sum.received += received
  }
  return sum
}

/** Returns the acts of a day in their order, and fills its minutes. */
function* scheduled(): Generator<{ act: ActOfDay; nth: number }> {
  let minutes = 0
  let nth = 0
  const endOf = (turn: number) => ((turn + 1) * HOURS * 60) / TURNS
  for (let turn = 0; turn < TURNS; turn++) {
    for (const act of ACTS_OF_DAY) {
      const count = timesInTurn(TIMES_OF_ACTS[act], turn)
      for (let time = 0; time < count; time++) {
        minutes += act === SLEEP ? 1 + SLEEP_SECONDS / 60 : 1
        yield {
          act,
          nth:
            act === 'receive a message in view' || act === 'react to a message' ? turn * IN_VIEW_PER_TURN + time : turn,
        }
      }
    }
    for (; minutes < endOf(turn); minutes++) yield { act: 'be there for a minute', nth: nth++ }
  }
}

/** Spreads the times of a day over its turns. */
const timesInTurn = (times: number, turn: number) =>
  Math.floor(((turn + 1) * times) / TURNS) - Math.floor((turn * times) / TURNS)
