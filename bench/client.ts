// npm run budgets            what the web client costs in a realm of 10,000 users, 2,000 channels and 1,000,000 messages
// npm run budgets -- 50000   the same with fewer messages
//
// CPU is that of the page's own thread, in Chromium. A frame is a fixed calculation in the same page: see web/test/cpu.ts. The
// tests hold the limits with registrations of the same size: see web/test/budgets.browser.test.ts.

import process from 'node:process'
import { chromium } from 'playwright-core'
import { buildClient } from '../scripts/build-client.ts'
import { median, metersCpu, nearlyWorst } from '../web/test/cpu.ts'
import { storedSnapshot } from '../web/test/stored-snapshot.ts'
import { openCast } from './cast.ts'
import { CHROMIUM, LAUNCH_ARGUMENTS, logIn, serveClient } from './client-page.ts'
import { post, type Fields } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'
import { number, rowOf, title } from './table.ts'

const PEOPLE = 10_000
const CHANNELS = 2000
const CHANNELS_PER_CALL = 100
const BUSY_CHANNELS = 20
const messages = Number(process.argv[2] ?? 1_000_000)
await buildClient()
// Browsers send no secure cookie over a socket without encryption.
const server = await openServer({ DEVELOPMENT: 'true' })
const { cast, topic } = await openLargeRealm()
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: LAUNCH_ARGUMENTS,
})
const page = await openPage()
const origin = `http://${cast.owner.realm}.localhost:${server.port}`
const row = rowOf([44, 14, 14, 10])
const meter = await metersCpu(page)

title(`${PEOPLE} users, ${CHANNELS} channels, ${messages} messages`, 'CPU of the page, median and 95 %')
row('', 'frames', '95 %', 'ms')
await logInAsOwner()
await reportStarts(5)
const switcher = page.getByRole('combobox', { name: 'Go to or do…' })
await report('Ctrl-K opens', 5, async () => {
  await page.keyboard.press('Control+k')
  await switcher.waitFor()
  await painted()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await painted()
})
await page.keyboard.press('Control+k')
await switcher.waitFor()
await report('a key in Ctrl-K', 10, async (turn: number) => {
  await page.keyboard.press('Person 123'.charAt(turn))
  await painted()
})
await page.keyboard.press('Escape')
await report('a switch to one of the last views', 8, async (turn: number) => {
  await page.evaluate((hash) => void (location.hash = hash), turn % 2 === 0 ? '#inbox' : topic)
  await painted()
})
await report('the directory of all channels opens', 5, async () => {
  await page.evaluate(() => void (location.hash = '#channels/all'))
  await page.locator('.virtual-list li').first().waitFor()
  await painted()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await painted()
})
await page.evaluate((hash) => void (location.hash = hash), topic)
const composer = page.locator('.layer:not(.parked) .write textarea')
await composer.fill('@')
await report('a key in the composer with an open list', 8, async (turn: number) => {
  await composer.press('Person 7'.charAt(turn))
  await painted()
})
await composer.fill('')
await report('a message that arrives', 9, async (turn: number) => {
  const fields = { type: 'channel', to: 'busy 0', topic: 'lunch', content: `number ${turn}` }
  await cast.succeed(post('/api/v1/messages', fields, at(cast.people, 1)))
  await page.locator('.layer:not(.parked) article.msg', { hasText: `number ${turn}` }).waitFor()
  await painted()
})
await browser.close()
await server.stop()

async function openLargeRealm() {
  const opened = await openCast(server, 'large')
  say(`creating ${PEOPLE} users and ${CHANNELS} channels`)
  await opened.invite(PEOPLE - 1)
  const members = [opened.owner, ...opened.people.slice(0, 50)]
  const busy: number[] = []
  for (let nth = 0; nth < BUSY_CHANNELS; nth++) busy.push(await opened.channel(`busy ${nth}`, members))
  for (let first = BUSY_CHANNELS; first < CHANNELS; first += CHANNELS_PER_CALL)
    await opened.succeed(post('/api/v1/users/me/subscriptions', newChannels(first), at(opened.people, first % 50)))
  say(`writing ${messages} messages`)
  for (const channel of busy) {
    await opened.history(Math.round(messages / BUSY_CHANNELS), opened.people.slice(0, 50), channel)
    await opened.die()
  }
  const fields = { type: 'channel', to: 'busy 0', topic: 'lunch', content: 'hello' }
  await opened.succeed(post('/api/v1/messages', fields, at(opened.people, 1)))
  return { cast: opened, topic: `#narrow/channel/${at(busy, 0)}-busy-0/topic/lunch` }
}

function newChannels(first: number): Fields {
  const count = Math.min(CHANNELS_PER_CALL, CHANNELS - first)
  const names = Array.from({ length: count }, (_, nth) => ({
    name: `channel ${first + nth}`,
    description: 'Where we talk.',
  }))
  return { subscriptions: JSON.stringify(names), send_new_subscription_messages: 'false' }
}

async function openPage() {
  const opened = await browser.newPage({ serviceWorkers: 'block' })
  await serveClient(opened)
  return opened
}

async function logInAsOwner() {
  say(`registered: ${await logIn(page, `${origin}/${topic}`, cast.owner.password)} bytes`)
  await page.locator('article.msg').last().waitFor()
  // The snapshot is written a second after the state has come.
  const deadline = performance.now() + 60_000
  while (!(await page.evaluate(storedSnapshot)).includes('lunch')) {
    if (performance.now() > deadline) throw new Error('The client saves no snapshot')
    await page.waitForTimeout(500)
  }
}

/** Waits until the browser has drawn what changed. */
function painted() {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve))
      }),
  )
}

type Cost = { seconds: number; frames: number }

async function reportStarts(runs: number) {
  const costs: Cost[] = []
  for (let turn = 0; turn < runs; turn++) {
    await page.goto('about:blank')
    const seconds = await meter.start(async () => {
      await page.goto(`${origin}/${topic}`)
      await page.locator('article.msg').last().waitFor()
    })
    costs.push({ seconds, frames: seconds / (await meter.frame()) })
  }
  reportCosts('a start from the snapshot', costs)
}

async function report(name: string, runs: number, act: (turn: number) => Promise<unknown>) {
  reportCosts(name, await meter.costs(runs, act))
}

function reportCosts(name: string, costs: readonly Cost[]) {
  const frames = costs.map((cost) => cost.frames).sort((a, b) => a - b)
  const milliseconds = costs.map((cost) => cost.seconds * 1000).sort((a, b) => a - b)
  row(name, number(median(frames), ''), number(nearlyWorst(frames), ''), number(median(milliseconds), ''))
}
