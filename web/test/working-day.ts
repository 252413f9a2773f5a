import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { countsTraffic, type Traffic } from './counted-traffic.ts'
import { storedReplica } from './stored-replica.ts'

// A user's working day in the web client, on the clock of its page. `npm run cost` plays a whole day, and a test each act.

/** Where a user works, and what the others do there. */
export type Office = {
  /** The address of a topic of the channel. */
  topicHash: (topic: string) => string
  /** The address of the conversation with a colleague, and the full name. */
  directHash: string
  colleague: string
  /** A colleague sends messages to a topic of the channel. */
  send: (topic: string, contents: readonly string[]) => Promise<unknown>
}

type Day = {
  page: Page
  office: Office
  /** The topic that the user opened last. */
  topic: string
  pass: (seconds: number) => Promise<void>
  shows: (locator: Locator) => Promise<void>
  /** Waits until the browser keeps a message. */
  keeps: (text: string) => Promise<void>
}

/** The client tells each minute that its user is there, whatever the user does. */
export const PING = 'POST /users/me/presence'

/** So many messages arrive in another conversation before the user opens it. */
export const MESSAGES_ELSEWHERE = 15
export const SLEEP_SECONDS = 180
/** An act takes so long, with what the client does after it. */
export const ACT_SECONDS = 60
const TOPICS = 30
/** A client that receives no answer for ten seconds takes its socket for closed. */
const STEP_SECONDS = 9
const SHORT_STEP_SECONDS = 1
/** The client does most of what follows an act in this time. */
const BUSY_SECONDS = 5
/** No row of a list is there. */
const AWAY = { x: 600, y: 20 }
const MAX_LOOKS = 2000
const LOOK_MILLISECONDS = 10

const topicOf = (turn: number) => `topic ${turn % TOPICS}`
/** All topics of the day. */
export const topicsOfDay = Array.from({ length: TOPICS }, (_, nth) => topicOf(nth))

/** The point ends it: the first message is not the tenth. */
const textOf = (what: string, nth: number) => `${what} ${nth}.`
const rowOf = (page: Page, text: string) => page.locator('.layer:not(.parked) article.msg', { hasText: text }).last()
const goTo = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash)

async function write({ page, pass, shows }: Day, content: string, seen = content) {
  const composer = page.locator('.layer:not(.parked) .write textarea')
  await composer.fill(content)
  await pass(1)
  await composer.press('Control+Enter')
  await shows(rowOf(page, seen))
}

/** What a user does or receives. The number says which time it is; a mention is edited by its number. */
const ACTS = {
  'open the client again': async ({ page, shows }) => {
    await page.reload()
    await shows(page.locator('.app'))
  },
  // In a minute the browser keeps them.
  'receive 15 messages elsewhere': async ({ office, keeps }, nth) => {
    const texts = Array.from({ length: MESSAGES_ELSEWHERE }, (_, place) => textOf(`${place} of turn`, nth))
    await office.send(topicOf(nth), texts)
    await keeps(texts.at(-1) ?? '')
  },
  'open their conversation, and read': async (day, nth) => {
    day.topic = topicOf(nth)
    await goTo(day.page, day.office.topicHash(day.topic))
    await day.shows(rowOf(day.page, textOf(`${MESSAGES_ELSEWHERE - 1} of turn`, nth)))
    await day.page.keyboard.press('End')
  },
  'receive a message in view': async ({ page, office, topic, shows }, nth) => {
    await office.send(topic, [textOf('in view', nth)])
    await shows(rowOf(page, textOf('in view', nth)))
  },
  'send to a channel': (day, nth) => write(day, textOf('sent', nth)),
  'mention a user': (day, nth) =>
    write(day, `@**${day.office.colleague}** ${textOf('soup', nth)}`, textOf('soup', nth)),
  'edit a message': async ({ page, shows }, nth) => {
    await rowOf(page, textOf('soup', nth)).focus()
    await page.keyboard.press('e')
    const form = page.getByLabel('Edit message')
    await shows(form)
    await form.fill(textOf('edited', nth))
    await form.press('Control+Enter')
    await shows(rowOf(page, textOf('edited', nth)))
  },
  'react to a message': async ({ page, shows }, nth) => {
    const row = rowOf(page, textOf('in view', nth))
    await row.hover()
    await row.getByRole('button', { name: 'React' }).click()
    await shows(page.getByRole('button', { name: 'tada' }))
    await page.getByRole('button', { name: 'tada' }).click()
    await shows(row.getByRole('button', { name: 'tada' }))
  },
  'send a direct message': async (day, nth) => {
    await goTo(day.page, day.office.directHash)
    await day.pass(1)
    await write(day, textOf('psst', nth))
    await goTo(day.page, day.office.topicHash(day.topic))
  },
  search: async ({ page, office, topic, pass, shows }, nth) => {
    // A hit under the pointer fetches its neighbors.
    await page.mouse.move(AWAY.x, AWAY.y)
    await page.locator('.layer:not(.parked) article.msg').last().focus()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await shows(field)
    await field.fill(textOf('turn', nth))
    await pass(1)
    await field.press('Enter')
    await shows(page.locator('.layer:not(.parked) .highlight').first())
    await pass(BUSY_SECONDS)
    await goTo(page, office.topicHash(topic))
  },
  'come back after sleep': async ({ page, pass }) => {
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await pass(1)
    await page.clock.fastForward(SLEEP_SECONDS * 1000)
  },
  'be there for a minute': ({ page }, nth) => page.mouse.move(AWAY.x + (nth % 2), AWAY.y),
} satisfies Record<string, (day: Day, nth: number) => Promise<unknown>>

export type ActOfDay = keyof typeof ACTS
/** In an order in which each can follow the one before it. */
export const ACTS_OF_DAY: readonly ActOfDay[] = namesOf(ACTS)

function namesOf<Name extends string>(acts: Record<Name, unknown>): Name[] {
  const names: Name[] = []
  for (const name in acts) names.push(name)
  return names
}

/** Stops the clock of a page in which the client has started. Returns what plays acts, and counts what the page sends and receives. */
export async function beginDay(page: Page, office: Office) {
  const traffic = countsTraffic(page)
  let passed = 0

  async function pass(seconds: number) {
    for (let left = seconds; left > 0;) {
      const step = Math.min(left, passed < BUSY_SECONDS ? SHORT_STEP_SECONDS : STEP_SECONDS)
      await page.clock.runFor(step * 1000)
      passed += step
      left -= step
      // What the page has just sent is known a moment later.
      await setTimeout(1)
      for (let looks = 0; traffic.isWaiting(); looks++) {
        if (looks > MAX_LOOKS) throw new Error('The server does not answer')
        await setTimeout(LOOK_MILLISECONDS)
      }
    }
  }

  async function becomes(isSo: () => Promise<boolean>, complaint: string) {
    for (let looks = 0; !(await isSo()); looks++) {
      if (looks > MAX_LOOKS) throw new Error(complaint)
      if (passed < ACT_SECONDS / 2) await pass(SHORT_STEP_SECONDS)
      await setTimeout(LOOK_MILLISECONDS)
    }
  }
  const shows = (locator: Locator) => becomes(async () => (await locator.count()) > 0, 'The client does not show it')
  const keeps = (text: string) =>
    becomes(async () => (await page.evaluate(storedReplica)).includes(text), 'The browser does not keep it')

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + ACT_SECONDS * 1000)
  const day: Day = { page, office, topic: topicOf(0), pass, shows, keeps }
  return {
    /** Plays an act for the nth time, with what follows in its minute. Returns what the page sent and received. */
    async play(act: ActOfDay, nth: number): Promise<Traffic> {
      passed = 0
      // What the client does each minute falls into the middle of the next ones.
      await pass(SHORT_STEP_SECONDS)
      await ACTS[act](day, nth)
      await pass(ACT_SECONDS - passed)
      return traffic.take()
    },
  }
}
