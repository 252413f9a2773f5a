import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { asks, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId, type Channel } from './person'
import { savesNow } from './saved'
import { storedSnapshot } from './stored-snapshot'

// A thousand actions take longer when all tests run.
vi.setConfig({ testTimeout: 240_000 })

/** Returns numbers that look random, and are the same in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

type Reader = { name: string; channel: Channel }

/** Acts as ben and as a user, so that the clients of the user receive events of many kinds. */
async function actsAtRandom({ name, channel }: Reader, actions: number, seed: number): Promise<void> {
  const random = randomNumbers(seed)
  const topics = Array.from({ length: 4 }, newTopic)
  const sent: number[] = []
  const pick = <T>(items: T[]) => items[random(items.length)]!
  const flag = (op: string, messages: number[], of: string) =>
    asks(name, 'POST /messages/flags', { messages, op, flag: of })
  const kinds: ((turn: number, id: number) => Promise<unknown>)[] = [
    (_, id) => flag('add', [id], 'read'),
    (_, id) => flag('remove', [id], 'read'),
    (_, id) => flag('add', [id], 'starred'),
    (_, id) => flag('remove', [id], 'starred'),
    () =>
      asks(name, 'POST /user_topics', {
        stream_id: channel.stream_id,
        topic: pick(topics),
        visibility_policy: random(4),
      }),
    (turn) => asks('ben', 'POST /messages', { type: 'direct', to: [userId(name)], content: `psst ${turn}` }),
    (turn, id) => asks('ben', `PATCH /messages/${id}`, { content: `text ${turn}, changed` }),
    async (_, id) => {
      if (sent.length < 8) return
      sent.splice(sent.indexOf(id), 1)
      await asks('ben', `DELETE /messages/${id}`)
    },
  ]
  for (let turn = 0; turn < actions; turn++) {
    if (sent.length < 5 || random(10) < 4)
      sent.push(...(await sends('ben', pick(topics), [`text ${turn}`], { channel })))
    else await pick(kinds)(turn, pick(sent))
  }
}

/** Several people act at the same time. */
const manyAct = (reader: Reader, actions: number) =>
  Promise.all(Array.from({ length: LANES }, (_, seed) => actsAtRandom(reader, actions / LANES, seed + 1)))

const LANES = 5

/** Notes when the title, the rail, the inbox and its conversations show different numbers, from now on. */
const watchesNumbers = (page: Page, name: string) =>
  page.evaluate((channel) => {
    const differences: string[] = []
    const numberIn = (element: Element | null | undefined) => Number(/\d+/.exec(element?.textContent ?? '')?.[0] ?? 0)
    let changes = 0
    const check = () => {
      changes++
      const rows = [...document.querySelectorAll('.layer:not(.parked) a.conv')]
      const sum = (all: Element[]) =>
        all.reduce((total, row) => total + numberIn(row.querySelector('.n [aria-hidden]')), 0)
      const ofChannel = [...document.querySelectorAll('.rail a.channel')].find((row) =>
        row.textContent.includes(channel),
      )
      const totals = [
        Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0),
        numberIn(document.querySelector('.rail a[href="#inbox"] .n [aria-hidden]')),
        numberIn(document.querySelector('.layer:not(.parked) .head p')),
        sum(rows),
      ]
      const parts = [
        numberIn(ofChannel?.querySelector('.n [aria-hidden]')),
        sum(rows.filter((row) => row.querySelector('.ch')?.textContent.includes(channel))),
      ]
      if (new Set(totals).size > 1 || new Set(parts).size > 1) differences.push(`${totals.join()} and ${parts.join()}`)
    }
    Object.assign(globalThis, { differences, changes: () => changes })
    // It runs after each change and before the browser draws it.
    new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true })
  }, name)

/**
 * What a registration tells about itself, and what changes without events: the client asks for presence each minute. The digest
 * is that of the lists of a registration, so a client that has received changes of users has none.
 */
const OF_THE_REQUEST = [
  'queue_id',
  'last_event_id',
  'server_timestamp',
  'parley_users_digest',
  'presences',
  'presence_last_update_id',
]

/** Returns the state of a client, as its snapshot has it: in the form of `POST /register`. */
async function stateIn(page: Page): Promise<Record<string, unknown>> {
  const rows: { text: string }[] = JSON.parse(await page.evaluate(storedSnapshot))
  const [core, people] = rows.map(({ text }) => JSON.parse(text))
  return { ...core?.state, ...people }
}

const idOf = (row: unknown) => {
  const { id, stream_id, user_id, topic_name } = Object(row)
  return `${id ?? stream_id ?? user_id ?? JSON.stringify(row)} ${topic_name ?? ''}`
}

/** Lists have no order for a client. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, part) => {
    if (!Array.isArray(part)) return part
    return part.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  })

test('3, 4. all numbers are the same at every moment of 1,000 random events, and then the state equals that of a new registration', async () => {
  const reader = await newPersonAlone()
  const old = await opens(reader.name)
  await old.getByRole('heading', { name: 'Inbox' }).waitFor()
  await watchesNumbers(old, reader.channel.name)
  await manyAct(reader, 1000)
  await expect.poll(() => old.evaluate(() => Reflect.get(globalThis, 'changes')())).toBeGreaterThan(0)
  expect(await old.evaluate(() => Reflect.get(globalThis, 'differences'))).toEqual([])
  const fresh = await opens(reader.name)
  const differences = async () => {
    for (const page of [old, fresh]) await savesNow(page)
    const [before, after] = [await stateIn(old), await stateIn(fresh)]
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    for (const name of OF_THE_REQUEST) names.delete(name)
    expect(names.size).toBeGreaterThan(50)
    return [...names].filter((name) => comparable(before[name]) !== comparable(after[name]))
  }
  await expect.poll(() => differences().catch(String)).toEqual([])
  const rowsOf = (page: Page, selector: string) =>
    page.$$eval(selector, (rows) => rows.map((row) => row.textContent?.replaceAll(/\s+/g, ' ')))
  for (const selector of ['.rail a', '.layer:not(.parked) a.conv'])
    await expect
      .poll(async () => JSON.stringify(await rowsOf(old, selector)) === JSON.stringify(await rowsOf(fresh, selector)))
      .toBe(true)
})

test('6. reading in one tab changes the other', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['read me'])
  const other = await opens('ada', {}, '#inbox')
  const entry = other.locator('a.conv', { hasText: topic })
  await entry.waitFor()
  // An open conversation is read after two seconds, so it opens last.
  const reader = await other.context().newPage()
  await reader.goto(other.url().replace(/#.*/, topicHash(topic)))
  await reader.bringToFront()
  await rowOf(reader, 'read me').waitFor()
  await reader.keyboard.press('End')
  await entry.waitFor({ state: 'detached' })
})

test('48. a link to a moved message opens it where it is now', async () => {
  const [before, after] = [newTopic(), newTopic()]
  const [moved] = await sends('ada', before, [`moved ${after}`, 'stays'], { client: 'website' })
  await asks('ada', `PATCH /messages/${moved}`, { topic: after, propagate_mode: 'change_one' })
  for (const word of ['near', 'with']) {
    const page = await opens('ben', {}, `${topicHash(before)}/${word}/${moved}`)
    await page.getByRole('heading', { name: after }).waitFor()
    await rowOf(page, `moved ${after}`).waitFor()
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toContain(encodeURIComponent(after).replaceAll('%', '.'))
  }
})
