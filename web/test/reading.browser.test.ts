import { expect, inject, test } from 'vitest'
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
import { standsStill } from './views'

const list = '.layer:not(.parked) .list'

/** Returns a topic with 60 messages that ada has read. */
async function readTopic(): Promise<string> {
  const topic = newTopic()
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`)
  const ids = await sends('ben', topic, lines)
  await asks('ada', 'POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
  return topic
}

test('2. opening the client marks no message as read, not even those in sight', async () => {
  const { name, channel } = await newPersonAlone()
  const [topic, control] = [newTopic(), newTopic()]
  const ids = await sends('ben', topic, ['first', 'second'], { channel })
  const isRead = async (id: number) => (await asks(name, `GET /messages/${id}`)).message.flags.includes('read')
  // Other views than conversations may show them.
  await asks(name, 'PATCH /settings', { web_mark_read_on_scroll_policy: 2 })
  const page = await opens(name, {}, '#feed')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const hash of ['#feed', '#inbox', '#recent', '#direct-messages']) {
    await page.goto('about:blank')
    await page.goto(`${inject('server').url}/${hash}`)
    await page.locator('.layer:not(.parked) h1').waitFor()
    if (hash === '#feed') await rowOf(page, 'second').waitFor()
  }
  expect(requests).not.toContain('/json/messages/flags')
  // The conversation that is opened last is read. Whatever the other views would have marked came before.
  const [last] = await sends('ben', control, ['read this'], { channel })
  await page.evaluate((hash) => (location.hash = hash), topicHash(control, channel))
  await rowOf(page, 'read this').waitFor()
  await expect.poll(() => isRead(last!)).toBe(true)
  for (const id of ids) expect(await isRead(id)).toBe(false)
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
  await expect.poll(() => page.locator('.day.new').isVisible()).toBe(true)
  const [line, row] = [await page.locator('.day.new').boundingBox(), await rowOf(page, 'unread 0').boundingBox()]
  expect(line!.y).toBeLessThan(row!.y)
  expect(row!.y).toBeLessThan(250)
  const unreadOf = async (id: number) => !(await asks('cleo', `GET /messages/${id}`, {})).message.flags.includes('read')
  await expect.poll(() => unreadOf(ids[0]!)).toBe(false)
  expect(await unreadOf(ids[29]!)).toBe(true)
})

for (const missing of ['focus', 'visibility'] as const)
  test(`5. a page without ${missing}, or a message whose end is below the window, marks nothing as read`, async () => {
    const [topic, { name, channel }] = [newTopic(), await newPersonAlone()]
    const tall = `the tall one\n\n${'line\n\n'.repeat(120)}`
    const [short, long] = await sends('ben', topic, ['the short one', tall], { channel })
    const isRead = async (id: number) => (await asks(name, `GET /messages/${id}`)).message.flags.includes('read')
    const page = await openClient({}, topicHash(topic, channel))
    await page.addInitScript((part) => {
      const isInFront = () => Object(globalThis).isInFront === true
      document.hasFocus = () => part === 'visibility' || isInFront()
      Object.defineProperty(document, 'hidden', { get: () => part === 'visibility' && !isInFront() })
    }, missing)
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
    await page.evaluate((part) => {
      Object.assign(globalThis, { isInFront: true })
      if (part === 'focus') dispatchEvent(new Event('focus'))
      else document.dispatchEvent(new Event('visibilitychange'))
    }, missing)
    await expect.poll(() => isRead(short!)).toBe(true)
    expect(await isRead(long!)).toBe(false)
    await page.locator(list).evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect.poll(() => isRead(long!)).toBe(true)
  })

test('3. the title, the rail and the inbox show the same number', async () => {
  // The users of other tests have so many unread messages that a badge says "999+".
  const { name, channel } = await newPersonAlone()
  const page = await opens(name)
  const heading = page.locator('.layer:not(.parked) .head p')
  const numbers = async () => {
    const title = /^\((\d+)\)/.exec(await page.title())?.[1]
    const rail = await page.locator('.rail .row', { hasText: 'Inbox' }).locator('.n [aria-hidden]').textContent()
    const inbox = /^(\d+)/.exec((await heading.textContent()) ?? '')?.[1]
    return [title, rail, inbox]
  }
  const total = async () => {
    const { unread_msgs, subscriptions } = await asks(name, 'POST /register', {
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
    await sends('ben', newTopic(), ['one', 'two'], { channel })
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
  await page.waitForFunction((selector) => {
    const { scrollTop, scrollHeight, clientHeight } = document.querySelector(selector)!
    return scrollTop + clientHeight < scrollHeight - 200
  }, list)
  await standsStill(page)
  // Older messages may load above meanwhile.
  const places = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      await page.$$eval(`${list} article`, (rows) =>
        rows.map((row) => [row.getAttribute('data-id')!, row.getBoundingClientRect().top]),
      ),
    )
  const before = await places()
  await sends('ben', topic, ['new 1', 'new 2', 'new 3'])
  await page.getByRole('button', { name: '3 new' }).waitFor()
  expect(await places()).toMatchObject(before)
  await page.getByRole('button', { name: '3 new' }).click()
  await expect.poll(() => rowOf(page, 'new 3').isVisible()).toBe(true)
})

test('9. older messages load while the user scrolls up, and no row moves other than by the scroll', async () => {
  const topic = newTopic()
  const texts = Array.from({ length: 240 }, (_, at) => `number ${at}\n\n${'x '.repeat((at * 37) % 300)}`)
  await sendsMany(topic, texts, 'ada')
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'number').last().waitFor()
  await expect.poll(() => page.locator(`${list} article`).count()).toBeLessThanOrEqual(100)
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

test('10. n visits every unread conversation once, none that is muted, and ends with "All read"', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const [topics, muted] = [[newTopic(), newTopic(), newTopic()], newTopic()]
  for (const topic of [...topics, muted]) await sends('ben', topic, ['read me'], { channel })
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId(gus)], content: 'read me' })
  await asks(gus, 'POST /user_topics', { stream_id: channel.stream_id, topic: muted, visibility_policy: 1 })
  const { unread_msgs } = await asks(gus, 'POST /register', { event_types: ['message', 'update_message_flags'] })
  const page = await opens(gus)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const heading = () => page.locator('.layer:not(.parked) h1').textContent()
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
  const { pms, huddles, streams } = unread_msgs
  // All but the muted one.
  expect(visited).toHaveLength(pms.length + huddles.length + streams.length - 1)
  expect(visited.filter((title) => title?.includes(muted))).toEqual([])
  await page.locator('.notice', { hasText: 'All read' }).waitFor()
})

test('50. back and forward restore the view and the place', async () => {
  const [topic, other] = [await readTopic(), await readTopic()]
  const page = await opens('ada', {}, topicHash(topic))
  // Older messages may load above meanwhile, so the place is that of the first row in sight.
  const position = () =>
    page.locator(list).evaluate((element) => {
      const { top } = element.getBoundingClientRect()
      const rows = [...element.querySelectorAll('article')].map((row) => ({
        id: row.dataset.id,
        box: row.getBoundingClientRect(),
      }))
      const first = rows.find(({ box }) => box.bottom > top)
      return first && { id: first.id, pixels: Math.round(first.box.top - top) }
    })
  const titleIs = (text: string) => page.locator('.layer:not(.parked) h1', { hasText: text }).waitFor()
  const scrollsTo = async (place: number) => {
    await rowOf(page, 'line 59').waitFor()
    await page.locator(list).hover()
    await page.locator(list).evaluate((element, top) => (element.scrollTop = top), place)
    await standsStill(page)
    return position()
  }
  const first = await scrollsTo(200)
  await page.evaluate((hash) => (location.hash = hash), topicHash(other))
  await titleIs(other)
  const second = await scrollsTo(400)
  expect(second).toBeDefined()
  await page.keyboard.press('Shift+I')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  for (const [goes, title, place] of [
    ['goBack', other, second],
    ['goBack', topic, first],
    ['goForward', other, second],
  ] as const) {
    await page[goes]()
    await titleIs(title)
    await composerOf(page).waitFor()
    await expect.poll(position, { message: `${goes} to ${title}` }).toEqual(place)
  }
  await page.goForward()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
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
