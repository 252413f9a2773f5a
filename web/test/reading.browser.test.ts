import { expect, test } from 'vitest'
import {
  asks,
  composerOf,
  logIn,
  newPerson,
  newPersonAlone,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  sendsMany,
  topicHash,
  userId,
} from './person'

const list = '.layer:not([inert]) .list'

/** Returns a topic with 60 messages that ada has read. */
async function readTopic(): Promise<string> {
  const topic = newTopic()
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`)
  const ids = await sends('ben', topic, lines)
  await asks('ada', 'POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
  return topic
}

test('2. opening the client marks no message as read', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['first', 'second'])
  const unread = async () => {
    const { unread_msgs } = await asks('dov', 'POST /register', { event_types: ['message', 'update_message_flags'] })
    return [...unread_msgs.pms, ...unread_msgs.huddles, ...unread_msgs.streams].flatMap(
      ({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids,
    )
  }
  const before = await unread()
  const page = await opens('dov')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.waitForTimeout(3000)
  expect(await unread()).toEqual(expect.arrayContaining(before))
})

test('5, 7. a conversation opens at its first unread message, and marks as read what was in sight for 400 ms', async () => {
  const topic = newTopic()
  const old = await sends(
    'ben',
    topic,
    Array.from({ length: 30 }, (_, at) => `read ${at}`),
  )
  await asks('cleo', 'POST /messages/flags', { messages: old, op: 'add', flag: 'read' })
  const ids = await sends(
    'ben',
    topic,
    Array.from({ length: 30 }, (_, at) => `unread ${at}`),
  )
  const page = await opens('cleo', {}, topicHash(topic))
  await rowOf(page, 'unread 0').waitFor()
  expect(await page.locator('.day.new').isVisible()).toBe(true)
  const [line, row] = [await page.locator('.day.new').boundingBox(), await rowOf(page, 'unread 0').boundingBox()]
  expect(line!.y).toBeLessThan(row!.y)
  expect(row!.y).toBeLessThan(250)
  const unreadOf = async (id: number) => !(await asks('cleo', `GET /messages/${id}`, {})).message.flags.includes('read')
  await expect.poll(() => unreadOf(ids[0]!)).toBe(false)
  expect(await unreadOf(ids[29]!)).toBe(true)
})

test('5. a page without the focus, or a message whose end is below the window, marks nothing as read', async () => {
  const [topic, { name, channel }] = [newTopic(), await newPersonAlone()]
  const tall = `the tall one\n\n${'line\n\n'.repeat(120)}`
  const [short, long] = await sends('ben', topic, ['the short one', tall], { channel })
  const isRead = async (id: number) => (await asks(name, `GET /messages/${id}`)).message.flags.includes('read')
  const page = await openClient({}, topicHash(topic, channel))
  await page.addInitScript(() => {
    document.hasFocus = () => Object(globalThis).isInFront === true
  })
  await page.reload()
  await logIn(page, name)
  await rowOf(page, 'the short one').waitFor()
  // Another page of the same user shows that it took long enough.
  const control = newTopic()
  const [seen] = await sends('ben', control, ['in sight'], { channel })
  const other = await opens(name, {}, topicHash(control, channel))
  await rowOf(other, 'in sight').waitFor()
  await expect.poll(() => isRead(seen!)).toBe(true)
  expect(await isRead(short!)).toBe(false)
  await page.evaluate(() => {
    Object.assign(globalThis, { isInFront: true })
    dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => isRead(short!)).toBe(true)
  expect(await isRead(long!)).toBe(false)
  await page.locator(list).evaluate((element) => (element.scrollTop = element.scrollHeight))
  await expect.poll(() => isRead(long!)).toBe(true)
})

test('3. the title, the rail and the inbox show the same number', async () => {
  const page = await opens('ben')
  const heading = page.locator('.layer:not([inert]) .head p')
  const numbers = async () => {
    const title = /^\((\d+)\)/.exec(await page.title())?.[1]
    const rail = await page.locator('.rail .row', { hasText: 'Inbox' }).locator('.n [aria-hidden]').textContent()
    const inbox = /^(\d+)/.exec((await heading.textContent()) ?? '')?.[1]
    return [title, rail, inbox]
  }
  const total = async () => {
    const { unread_msgs, subscriptions } = await asks('ben', 'POST /register', {
      event_types: ['message', 'update_message_flags', 'subscription'],
    })
    const channels = new Set(subscriptions.map(({ stream_id }: { stream_id: number }) => stream_id))
    return String(
      [...unread_msgs.pms, ...unread_msgs.huddles, ...unread_msgs.streams]
        .filter(({ stream_id }) => stream_id === undefined || channels.has(stream_id))
        .reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0),
    )
  }
  for (let turn = 0; turn < 3; turn++) {
    await sends('ada', newTopic(), ['one', 'two'])
    // Other tests send to the same realm meanwhile, so the expected number is asked for each time.
    const differences = async () => {
      const [numbersInPage, expected] = [await numbers(), await total()]
      return numbersInPage.filter((number) => number !== expected).map((number) => `${number} instead of ${expected}`)
    }
    await expect.poll(differences).toEqual([])
  }
})

test('8. messages that arrive while the user reads further up do not move what is read', async () => {
  const topic = await readTopic()
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'line 59').waitFor()
  await page.locator(list).hover()
  await page.mouse.wheel(0, -700)
  await page.waitForTimeout(300)
  const places = () =>
    page.$$eval(`${list} article`, (rows) =>
      rows.map((row) => [row.getAttribute('data-id'), row.getBoundingClientRect().top]),
    )
  const before = await places()
  await sends('ben', topic, ['new 1', 'new 2', 'new 3'])
  await page.getByRole('button', { name: '3 new' }).waitFor()
  const after = await places()
  expect(after.slice(0, before.length)).toEqual(before)
  await page.getByRole('button', { name: '3 new' }).click()
  await expect.poll(() => rowOf(page, 'new 3').isVisible()).toBe(true)
})

test('9. older messages load while the user scrolls up, and no row moves other than by the scroll', async () => {
  const topic = newTopic()
  const texts = Array.from({ length: 240 }, (_, at) => `number ${at}\n\n${'x '.repeat((at * 37) % 300)}`)
  await sendsMany(topic, texts, 'ada')
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'number').last().waitFor()
  expect(await page.locator(`${list} article`).count()).toBeLessThanOrEqual(100)
  // Each step scrolls by 200 px. The row in the middle may move by 200 px and nothing else.
  const jumps = await page.evaluate(async (selector) => {
    const scroller = document.querySelector(selector)!
    const found: number[] = []
    const isAtBeginning = () => scroller.scrollTop === 0 && scroller.querySelectorAll('article').length === 240
    // At the upper edge, it waits until the server has answered.
    for (let step = 0; step < 3000 && !isAtBeginning(); step++) {
      const middle = document.elementFromPoint(500, 400)?.closest('article')
      const before = middle?.getBoundingClientRect().top ?? 0
      const position = scroller.scrollTop
      scroller.scrollTop -= 200
      const by = Math.min(200, position)
      await new Promise((resolve) => {
        setTimeout(resolve, 40)
      })
      if (middle?.isConnected) found.push(Math.abs(middle.getBoundingClientRect().top - before - by))
    }
    return found
  }, list)
  expect(jumps.length).toBeGreaterThan(30)
  expect(Math.max(...jumps)).toBeLessThanOrEqual(1)
  await expect.poll(() => page.locator(`${list} article`).count()).toBe(240)
})

test('10. n visits every unread conversation, and ends with "All read"', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topics = [newTopic(), newTopic(), newTopic()]
  for (const topic of topics) await sends('ben', topic, ['read me'], { channel })
  const page = await opens(gus)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const heading = () => page.locator('.layer:not([inert]) h1').textContent()
  const visited: (string | null)[] = []
  for (let turn = 0; turn < 20; turn++) {
    const before = await heading()
    await page.keyboard.press('n')
    await expect
      .poll(
        async () =>
          (await heading()) !== before || (await page.locator('.notice', { hasText: 'All read' }).count()) > 0,
      )
      .toBe(true)
    if ((await heading()) === before) break
    visited.push(await heading())
    await page.keyboard.press('End')
    await expect.poll(() => page.locator('.rail .row[aria-current] .n').count()).toBe(0)
  }
  for (const topic of topics) expect(visited.filter((title) => title?.includes(topic))).toHaveLength(1)
  await page.locator('.notice', { hasText: 'All read' }).waitFor()
})

test('50. back and forward restore the view and the place', async () => {
  const topic = await readTopic()
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'line 59').waitFor()
  await page.locator(list).hover()
  await page.mouse.wheel(0, -500)
  await page.waitForTimeout(200)
  const position = () => page.locator(list).evaluate((element) => element.scrollTop)
  const before = await position()
  await page.keyboard.press('Shift+I')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.goBack()
  await composerOf(page).waitFor()
  expect(await position()).toBe(before)
})

test('47. permalinks of all forms open', async () => {
  const [topic, name] = [newTopic(), await newPerson()]
  const [id] = await sends('ben', topic, ['the message'])
  const direct = { type: 'direct', to: [userId('ben')], content: 'the direct one' }
  const { id: directId } = await asks(name, 'POST /messages', direct)
  const group = { ...direct, to: [userId('ben'), userId('cleo')], content: 'the one to a group' }
  await asks(name, 'POST /messages', group)
  const page = await opens(name)
  const encoded = encodeURIComponent(topic).replaceAll('%', '.')
  const [ben, cleo, own] = [userId('ben'), userId('cleo'), userId(name)]
  for (const [hash, text] of [
    [`#narrow/stream/1-general/topic/${encoded}/near/${id}`, 'the message'],
    [`#narrow/channel/1-general/topic/${encoded}/with/${id}`, 'the message'],
    [`#narrow/stream/1/subject/${encoded}`, 'the message'],
    [`#narrow/channel/general/topic/${encoded}`, 'the message'],
    [`#narrow/near/${id}`, 'the message'],
    [`#narrow/dm/${ben}-Ben-Lindqvist`, 'the direct one'],
    [`#narrow/pm-with/${ben}-pm/near/${directId}`, 'the direct one'],
    [`#narrow/dm/${ben},${own}-dm`, 'the direct one'],
    [`#narrow/dm/${ben},${cleo}-group`, 'the one to a group'],
    [`#narrow/pm-with/${[ben, cleo, own].sort((a, b) => a - b).join()}-group`, 'the one to a group'],
  ] as const) {
    await page.evaluate((next) => (location.hash = next), hash)
    await expect.poll(() => rowOf(page, text).count(), { message: hash }).toBe(1)
  }
})
