import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import process from 'node:process'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { requestsOf } from './kept-messages'
import { testWith } from './launch'
import { asks, logIn, newPersonAlone, newTopic, rowOf, sends, topicHash, type Channel, type Name } from './person'
import { historyOf, storedHistory } from './stored-history'

// The browser is killed by its process id, at another moment each time. `KILLS=200` takes a quarter of an hour.
const KILLS = Number(process.env.KILLS ?? 6)
/** Two pages of the history, and a part of a third one. */
const MESSAGES = 2100
const AT_ONCE = 50
/** The page of a browser that was killed while it fetches, and the moment after it in which the browser writes. */
const MAX_DELAY_MILLISECONDS = 250

type Running = { context: BrowserContext; page: Page; requests: (number | undefined)[] }

/** Starts a browser over a profile. Its first page is empty. */
async function starts(folder: string, cookies: Awaited<ReturnType<BrowserContext['cookies']>>): Promise<Running> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: inject('shell'),
    args: ['--no-sandbox'],
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(60_000)
  // Chromium writes cookies to the disk after half a minute.
  await context.addCookies(cookies)
  await context.route('**/empty', (route) => route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }))
  const page = context.pages()[0] ?? (await context.newPage())
  const requests: (number | undefined)[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/parley/replica/messages')) return
    const fields = new URLSearchParams(request.postData() ?? '')
    if (!fields.has('message_ids')) requests.push(Number(fields.get('before') ?? Infinity))
  })
  await page.goto(`${inject('server').url}/empty`)
  return { context, page, requests }
}

/** Kills all processes of the browser of a profile, as the system does when it has no memory. Returns how many there were. */
function kills(folder: string): number {
  let killed = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (command.includes(`--user-data-dir=${folder}`) && process.kill(Number(pid), 'SIGKILL')) killed++
    } catch {
      // The process has ended meanwhile.
    }
  return killed
}

/** Changes messages, as others do while the browser writes. */
function changes(channel: Channel, ids: readonly number[], nth: number): Promise<unknown>[] {
  const at = (offset: number) => ids[(nth * 131 + offset * 17) % ids.length]
  return [
    asks('ben', `PATCH /messages/${at(1)}`, { content: `edited ${nth}` }),
    asks('ben', `POST /messages/${at(2)}/reactions`, { emoji_name: nth % 2 === 0 ? 'tada' : 'heart' }),
    asks('ben', `PATCH /messages/${at(3)}`, { topic: `moved ${nth % 3}`, send_notification_to_new_thread: false }),
    sends('ben', `new ${nth % 3}`, [`sent ${nth}`, `sent later ${nth}`], { channel }),
  ].map((change) => change.catch(() => undefined))
}

async function sendsHistory(channel: Channel): Promise<number[]> {
  const topics = Array.from({ length: 7 }, newTopic)
  const ids: number[] = []
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, nth) =>
      sends('ben', topics[(sent + nth) % topics.length] ?? '', [`message ${sent + nth}`], { channel }),
    )
    ids.push(...(await Promise.all(batch)).flat())
  }
  return ids
}

/** Lets the client run until it requests a page of the history, or receives changes, and a moment longer. */
async function killsSoon(running: Running, folder: string, act: () => Promise<unknown>[]): Promise<void> {
  const { page, requests, context } = running
  await page.goto(`${inject('server').url}/#inbox`)
  await page.locator('.app').waitFor()
  const pages = Math.floor(Math.random() * 3)
  const hasAsked = expect.poll(() => requests.length, { timeout: 3000, interval: 5 }).toBeGreaterThan(pages)
  await hasAsked.catch(() => undefined)
  const acting = act()
  // A browser that has all of it writes what others change.
  if (requests.length <= pages) await Promise.race(acting)
  await setTimeout(Math.random() * MAX_DELAY_MILLISECONDS)
  const closed = context.waitForEvent('close')
  kills(folder)
  await closed
  await Promise.all(acting)
}

/** Deletes what the browser keeps, as the browser does when the disk is full. */
const evicts = (page: Page) =>
  page.evaluate(async () => void (await Reflect.get(navigator, 'storageBuckets').delete('parley-replica')))

async function isWhole(page: Page, name: Name): Promise<boolean> {
  const [{ core, messages }, own] = await Promise.all([storedHistory(page), historyOf(asUser(name))])
  return core?.isVerified === true && core.from === 0 && JSON.stringify(messages) === JSON.stringify(own.messages)
}

const asUser = (name: Name) => (call: string, fields: Record<string, string>) => asks(name, call, fields)

/** Logs in, in a new profile that wants to keep everything. Returns its cookies. */
async function logsIn({ context, page }: Running, name: Name) {
  const { url } = inject('server')
  await page.goto(url)
  await logIn(page, name)
  await context.addCookies([{ name: 'parley_keep_everything', value: '1', url }])
  await page.goto(`${url}/empty`)
  await evicts(page)
  return context.cookies()
}

/** Kills the browser again and again. Returns it as it runs in the end. */
async function survives(folder: string, name: Name, act: (nth: number) => Promise<unknown>[]): Promise<Running> {
  let running = await starts(folder, [])
  const cookies = await logsIn(running, name)
  const { pages } = await historyOf(asUser(name))
  const found = { empty: 0, part: 0, whole: 0 }
  for (let [nth, filling, requests, before] = [0, 0, 0, Infinity]; nth < KILLS; nth++, filling++) {
    await killsSoon(running, folder, () => act(nth))
    requests += running.requests.length
    running = await starts(folder, cookies)
    const { core, messages, torn } = await storedHistory(running.page)
    expect(torn, `after kill ${nth}`).toEqual([])
    expect(core?.messages ?? 0).toBe(new Set(messages.map(({ id }) => id)).size)
    // What was written stays, and only the page whose answer was not written is requested again.
    const from = core?.from ?? Infinity
    expect(from).toBeLessThanOrEqual(before)
    expect(requests).toBeLessThanOrEqual(pages + filling + 1)
    before = from
    found[from === 0 ? 'whole' : from === Infinity ? 'empty' : 'part']++
    if (from > 0 || filling % 4 !== 3) continue
    await evicts(running.page)
    ;[filling, requests, before] = [-1, 0, Infinity]
  }
  process.stdout.write(`After ${KILLS} kills, the browser had: ${JSON.stringify(found)}\n`)
  return running
}

testWith('worker')(
  '123. a browser that is killed while it writes keeps all or nothing of a write, goes on, and has what the server has',
  async () => {
    const { name, channel } = await newPersonAlone()
    const ids = await sendsHistory(channel)
    await asks(name, 'POST /mark_all_as_read')
    const folder = mkdtempSync(join(tmpdir(), 'parley-killed-'))
    onTestFinished(async () => {
      // A process that is killed may write until it has ended.
      const isGone = async () => {
        await rm(folder, { recursive: true, force: true }).catch(() => {})
        return kills(folder) === 0 && !existsSync(folder)
      }
      await expect.poll(isGone).toBe(true)
    })
    const { page } = await survives(folder, name, (nth) => changes(channel, ids, nth))
    await page.goto(`${inject('server').url}/#inbox`)
    // What the last browser wrote can be whole before this one follows the events.
    await page.locator('.app').waitFor()
    await sends('ben', 'the end', ['sent to the last browser'], { channel })
    await expect.poll(() => isWhole(page, name), { timeout: 120_000, interval: 500 }).toBe(true)
    const requests = requestsOf(page)
    await page.evaluate((to) => void (location.hash = to), topicHash('the end', channel))
    await rowOf(page, 'sent to the last browser').waitFor()
    // After many kills, a topic has more unread messages than a page. It opens at the first.
    await page.evaluate((to) => void (location.hash = to), topicHash('new 0', channel))
    await rowOf(page, 'sent later 0').waitFor()
    expect(requests.filter((path) => path.includes('/messages'))).toEqual([])
  },
  180_000 + KILLS * 30_000,
)
