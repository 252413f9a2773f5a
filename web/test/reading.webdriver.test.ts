import { expect, test } from 'vitest'
import { asks, newPersonAlone, newTopic, sends, topicHash, userId } from './person'
import { goesTo, opens, shows, titleIs, writes } from './webdriver-client'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)

/** Returns the messages of these that a user has read. */
async function readBy(name: string, ids: number[]): Promise<number[]> {
  const { messages } = await asks(name, 'GET /messages', { message_ids: ids, client_gravatar: true })
  return messages.flatMap(({ id, flags }: { id: number; flags: string[] }) => (flags.includes('read') ? [id] : []))
}

test('2, 10. opening views marks nothing as read, and n visits each unread conversation once', async () => {
  const { name, channel } = await newPersonAlone()
  const topics = [newTopic(), newTopic(), newTopic()]
  const ids: number[] = []
  for (const topic of topics) ids.push(...(await sends('ben', topic, ['read me'], { channel })))
  const page = await opens(name, '#recent')
  for (const [hash, title] of [
    ['#direct-messages', 'Direct messages'],
    ['#recent', 'Recent'],
    ['#inbox', 'Inbox'],
  ] as const) {
    await goesTo(page, hash)
    await titleIs(page, title)
  }
  expect(await readBy(name, ids)).toEqual([])
  const title = () => page.run(() => document.querySelector('.layer:not(.parked) h1')?.textContent ?? '')
  const visited: string[] = []
  for (let turn = 0; turn < 20; turn++) {
    const before = await title()
    await page.press('n')
    await page.waits(
      (old) =>
        document.querySelector('.layer:not(.parked) h1')?.textContent !== old ||
        document.querySelector('.notices')?.textContent?.includes('All read'),
      before,
    )
    if ((await title()) === before) break
    visited.push(await title())
    await page.press('End')
    await page.waits(() => document.querySelector('.rail .row[aria-current] .n') === null)
  }
  for (const topic of topics) expect(visited.filter((text) => text.includes(topic))).toHaveLength(1)
  await expect.poll(() => readBy(name, ids)).toEqual(ids)
})

test('8, 50. messages that arrive move nothing of what is read, and the way back leads to the same place', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  const ids = await sends('ben', topic, lines(60), { channel })
  await asks(name, 'POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
  const page = await opens(name, topicHash(topic, channel))
  await shows(page, 'line 59')
  await page.waits(() => {
    const list = document.querySelector('.layer:not(.parked) .list')!
    // The older messages have come, too: the row that was the first one loses the name of its sender to them.
    if (list.scrollTop === 300 && list.querySelectorAll('article').length === 60) return true
    list.scrollTop = 300
    return false
  })
  const places = () =>
    page.run(() =>
      [...document.querySelectorAll<HTMLElement>('.layer:not(.parked) article')].map((row) => [
        row.dataset.id,
        row.getBoundingClientRect().top,
      ]),
    )
  const before = await places()
  await sends('ben', topic, ['new 1', 'new 2', 'new 3'], { channel })
  await page.waits(() =>
    [...document.querySelectorAll('.layer:not(.parked) button')].some((button) => button.textContent.includes('3 new')),
  )
  expect((await places()).slice(0, before.length)).toEqual(before)
  await goesTo(page, '#inbox')
  await titleIs(page, 'Inbox')
  await page.run(() => history.back())
  await titleIs(page, topic)
  expect((await places()).slice(0, before.length)).toEqual(before)
  await page.run(() => history.forward())
  await titleIs(page, 'Inbox')
})

test('23. the last eight views are shown again without a new row and without a request', async () => {
  const { name, channel } = await newPersonAlone()
  const topics = Array.from({ length: 8 }, newTopic)
  for (const topic of topics) await sends('ben', topic, [`in ${topic}`], { channel })
  const page = await opens(name, topicHash(topics[0]!, channel))
  const visits = async () => {
    for (const topic of topics) {
      await goesTo(page, topicHash(topic, channel))
      await titleIs(page, topic)
      await shows(page, `in ${topic}`)
    }
  }
  await visits()
  await page.run(() => {
    performance.clearResourceTimings()
    Object.assign(globalThis, { added: 0 })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('article, .layer')) Object(globalThis).added++
    }).observe(document.querySelector('main')!, { subtree: true, childList: true })
  })
  await visits()
  const found = await page.run(() => ({
    added: Object(globalThis).added,
    requests: performance.getEntriesByType('resource').filter(({ name: url }) => url.includes('/json/messages?'))
      .length,
  }))
  expect(found).toEqual({ added: 0, requests: 0 })
})

test('47, 48. permalinks of all forms open, and a link to a moved message opens it where it is now', async () => {
  const { name, channel } = await newPersonAlone()
  const [topic, moved] = [newTopic(), newTopic()]
  const [id, movedId] = await sends(name, topic, ['the message', 'the moved one'], { channel, client: 'website' })
  const direct = { type: 'direct', to: [userId('ben')], content: 'the direct one' }
  const { id: directId } = await asks(name, 'POST /messages', direct)
  await asks(name, `PATCH /messages/${movedId}`, { topic: moved, propagate_mode: 'change_one' })
  const page = await opens(name, '#inbox')
  const encoded = encodeURIComponent(topic).replaceAll('%', '.')
  const at = `${channel.stream_id}-${channel.name}`
  for (const [hash, text] of [
    [`#narrow/stream/${at}/topic/${encoded}/near/${id}`, 'the message'],
    [`#narrow/channel/${at}/topic/${encoded}/with/${id}`, 'the message'],
    [`#narrow/stream/${channel.stream_id}/subject/${encoded}`, 'the message'],
    [`#narrow/near/${id}`, 'the message'],
    [`#narrow/dm/${userId('ben')}-Ben-Lindqvist`, 'the direct one'],
    [`#narrow/pm-with/${userId('ben')}-pm/near/${directId}`, 'the direct one'],
    [`#narrow/channel/${at}/topic/${encoded}/near/${movedId}`, 'the moved one'],
  ] as const) {
    await goesTo(page, hash)
    await shows(page, text)
  }
  await titleIs(page, moved)
})

test('18, 49. a name is completed by keyboard, and a single Chinese character is found and marked', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['before', `今日は雨です ${topic}`], { channel })
  const page = await opens(name, topicHash(topic, channel))
  await shows(page, 'before')
  await page.type('.layer:not(.parked) .write textarea', 'Hi @ben')
  await page.waits(() => {
    const field = document.querySelector('.layer:not(.parked) .write textarea')!
    const selected = document.querySelector('.layer:not(.parked) .write [role="option"][aria-selected="true"]')
    return selected !== null && field.getAttribute('aria-activedescendant') === selected.id
  })
  await page.press('Enter')
  await writes(page, 'hello')
  await shows(page, 'Hi @Ben Lindqvist hello')
  await goesTo(page, `#narrow/search/${encodeURIComponent('雨').replaceAll('%', '.')}`)
  await shows(page, topic)
  const marked = await page.run(() => document.querySelector('.layer:not(.parked) .highlight')?.textContent)
  expect(marked).toContain('雨')
})
