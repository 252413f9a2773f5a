import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testWith } from './launch'
import { newTopic, opens, openClient, logIn, rowOf, sends, sendsMany, topicHash } from './person'

// What the client does, counted: numbers that do not depend on the speed of this machine.

const rows = '.layer:not([inert]) .rows'

test('21. the scripts up to the first conversation have at most 60 kB', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await openClient({}, topicHash(topic))
  // Other scripts follow soon, so the page itself notes which ones it had.
  await page.addInitScript(() => {
    const loaded: string[] = []
    Object.assign(globalThis, { loaded })
    const observer = new MutationObserver(() => {
      if (document.querySelector('article.msg') === null) return
      observer.disconnect()
      loaded.push(...performance.getEntriesByType('resource').map(({ name }) => name))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await logIn(page, 'ada')
  await rowOf(page, 'hello').waitFor()
  const loaded = await page.evaluate((): string[] => Object(globalThis).loaded)
  const scripts = loaded.filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const bytes = await Promise.all(
    scripts.map(async (name) => gzipSync(await (await fetch(name)).arrayBuffer()).byteLength),
  )
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024)
})

test('23. a conversation that the user left is shown again without a new row and without a request', async () => {
  const [first, second] = [newTopic(), newTopic()]
  await sends(
    'ben',
    first,
    Array.from({ length: 30 }, (_, at) => `first ${at}`),
  )
  await sends('ben', second, ['second'])
  const page = await opens('ada', {}, topicHash(first))
  await rowOf(page, 'first 29').waitFor()
  await page.evaluate((hash) => (location.hash = hash), topicHash(second))
  await rowOf(page, 'second').waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.evaluate(() => {
    const added: Node[] = []
    Object.assign(globalThis, { added })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLElement && node.matches('article')) added.push(node)
    }).observe(document.querySelector('main')!, { subtree: true, childList: true })
  })
  await page.evaluate((hash) => (location.hash = hash), topicHash(first))
  await page.locator('.layer:not([inert]) h1', { hasText: first }).waitFor()
  expect(await rowOf(page, 'first 29').isVisible()).toBe(true)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'added').length)).toBe(0)
  expect(requests.filter((url) => /\/json\/messages\?/.test(url))).toEqual([])
})

test('25. a hundred events draw their own rows, and no other', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['the first'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'the first').waitFor()
  await rowOf(page, 'the first').evaluate((row) => Object.assign(globalThis, { row }))
  await Promise.all(Array.from({ length: 100 }, (_, at) => sends('ben', topic, [`event ${at}`])))
  await expect.poll(() => page.locator(`${rows} article`).count()).toBe(101)
  expect(await rowOf(page, 'the first').evaluate((row) => row === Reflect.get(globalThis, 'row'))).toBe(true)
})

test('26. a long conversation keeps at most 300 rows in the document', async () => {
  const topic = newTopic()
  await sendsMany(
    topic,
    Array.from({ length: 450 }, (_, at) => `line ${at}`),
    'ada',
  )
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'line').last().waitFor()
  const newest = await page.locator(`${rows} article`).last().getAttribute('data-id')
  const count = () => page.locator(`${rows} article`).count()
  const oldest = () => page.locator(`${rows} article`).first().getAttribute('data-id')
  const isAtBeginning = async () => (await page.getByText('This is the beginning.').count()) > 0
  while (!(await isAtBeginning())) {
    const before = await oldest()
    await page.locator('.layer:not([inert]) .list').evaluate((list) => (list.scrollTop = 0))
    await expect.poll(async () => (await oldest()) !== before || (await isAtBeginning())).toBe(true)
    expect(await count()).toBeLessThanOrEqual(300)
  }
  await page.getByText('This is the beginning.').waitFor()
  await expect.poll(count).toBe(300)
  expect(await page.locator(`${rows} article[data-id="${newest}"]`).count()).toBe(0)
})

testWith('cpu')('29. after many switches, the heap and the document are as large as after a few', async () => {
  const topics = Array.from({ length: 12 }, newTopic)
  for (const topic of topics) await sends('ben', topic, ['one', 'two', 'three'])
  const page = await opens('ada', {}, '#inbox')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  async function sizeAfter(switches: number) {
    for (let turn = 0; turn < switches; turn++) {
      const topic = topics[turn % topics.length]!
      await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
      await rowOf(page, 'three').waitFor()
    }
    await session.send('HeapProfiler.collectGarbage')
    const { nodes } = await session.send('Memory.getDOMCounters')
    const { metrics } = await session.send('Performance.getMetrics')
    return { nodes, heap: metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value }
  }
  const before = await sizeAfter(24)
  const after = await sizeAfter(80)
  expect(after.nodes).toBeLessThan(before.nodes * 1.1)
  expect(after.heap).toBeLessThan(before.heap * 1.1)
})

test('30. while the pointer is over the rail, no row of it moves', async () => {
  const [topic, later] = [newTopic(), newTopic()]
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const order = () => page.$$eval('.rail a.topic', (links) => links.map((link) => link.getAttribute('href')))
  await expect.poll(async () => (await order()).length).toBeGreaterThan(0)
  await page.locator('.rail .find').hover()
  const before = await order()
  await sends('ben', later, ['a new topic'])
  await page.locator('.rail a.channel .n', { hasText: /./ }).first().waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(\d+\)/)
  expect(await order()).toEqual(before)
  await page.locator('main').hover()
  await expect.poll(async () => (await order()).some((href) => href?.includes(topicHash(later).slice(-6)))).toBe(true)
})
