import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { isChromium, newPersonAlone, newTopic, opens, rowOf, sends, sendsMany, topicHash } from './person'
import { leavesWithoutSnapshot } from './saved'

// What the client does, counted: numbers that do not depend on the speed of this machine.

const MAX_HEAP_BYTES = 120 * 1024 * 1024

const rows = '.layer:not(.parked) .rows'

/** Returns the scripts that the page names, and the scripts that these import when they start. */
async function firstScripts(): Promise<Map<string, number>> {
  const { url } = inject('server')
  const sizes = new Map<string, number>()
  async function add(text: string, pattern: RegExp) {
    for (const [, name] of text.matchAll(pattern)) {
      if (sizes.has(name!)) continue
      const script = await (await fetch(`${url}/assets/${name}`)).text()
      sizes.set(name!, gzipSync(script).byteLength)
      await add(script, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)
    }
  }
  await add(await (await fetch(`${url}/`)).text(), /\/assets\/([\w.-]+\.js)/g)
  return sizes
}

test('21. the first conversation needs two requests, no font, and scripts of at most 57.25 KiB', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, '#inbox')
  const scripts = await firstScripts()
  const requests: string[] = []
  // All other scripts never arrive.
  await page.route('**/assets/*.js', (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1)!
    return scripts.has(file) ? route.continue() : undefined
  })
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // Neither do responses to other requests.
  await page.route('**/json/**', (route) =>
    /\/json\/(?:register|messages)(?:\?|$)/.test(route.request().url()) ? route.continue() : undefined,
  )
  await page.routeWebSocket('**/json/events**', () => {})
  // A start with a session and without a snapshot.
  await leavesWithoutSnapshot(page)
  requests.length = 0
  await page.goto(`${inject('server').url}/${topicHash(topic, channel)}`, { waitUntil: 'commit' })
  await rowOf(page, 'hello').waitFor()
  const needed = requests.filter((path) => path === '/json/register' || path === '/json/messages')
  expect(needed).toEqual(['/json/register', '/json/messages'])
  expect(requests.filter((path) => /\.(?:woff2?|ttf|otf)$/.test(path))).toEqual([])
  expect(scripts.size).toBeGreaterThan(0)
  expect([...scripts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(57.25 * 1024)
})

test('23. the last eight views are shown again without a new row and without a request', async () => {
  const { name, channel } = await newPersonAlone()
  const topics = Array.from({ length: 8 }, newTopic)
  for (const topic of topics) await sends('ben', topic, ['one', `two in ${topic}`], { channel })
  const page = await opens(name, {}, topicHash(topics[0]!, channel))
  const visits = async (topic: string) => {
    await page.evaluate((hash) => (location.hash = hash), topicHash(topic, channel))
    await page.locator('.layer:not(.parked) h1', { hasText: topic }).waitFor()
    await rowOf(page, `two in ${topic}`).waitFor()
  }
  for (const topic of topics) await visits(topic)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.evaluate(() => {
    const added: Node[] = []
    Object.assign(globalThis, { added })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('article, .layer')) added.push(node)
    }).observe(document.querySelector('main')!, { subtree: true, childList: true })
  })
  const added = () => page.evaluate(() => Reflect.get(globalThis, 'added').length)
  for (const topic of topics) await visits(topic)
  expect(await added()).toBe(0)
  expect(requests.filter((url) => /\/json\/messages\?/.test(url))).toEqual([])
  // A ninth view takes the place of the one that was used longest ago, which is not the oldest one.
  await visits(topics[0]!)
  await page.evaluate(() => (location.hash = '#inbox'))
  await page.locator('.layer:not(.parked) h1', { hasText: 'Inbox' }).waitFor()
  await expect.poll(() => page.locator('.layer').count()).toBe(8)
  const before = await added()
  await visits(topics[0]!)
  expect(await added()).toBe(before)
  await visits(topics[1]!)
  expect(await added()).toBeGreaterThan(before)
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
    await page.locator('.layer:not(.parked) .list').evaluate((list) => (list.scrollTop = 0))
    await expect.poll(async () => (await oldest()) !== before || (await isAtBeginning())).toBe(true)
    expect(await count()).toBeLessThanOrEqual(300)
  }
  await page.getByText('This is the beginning.').waitFor()
  await expect.poll(count).toBe(300)
  await expect.poll(() => page.locator(`${rows} article[data-id="${newest}"]`).count()).toBe(0)
})

test('29. after many switches, the heap and the document are as large as after a few', async () => {
  // What other tests send meanwhile would count.
  const { name, channel } = await newPersonAlone()
  const topics = Array.from({ length: 12 }, newTopic)
  for (const topic of topics) await sends('ben', topic, ['one', 'two', 'three'], { channel })
  const page = await opens(name, {}, '#inbox')
  async function sizeAfter(switches: number) {
    for (let turn = 0; turn < switches; turn++) {
      const topic = topics[turn % topics.length]!
      await page.evaluate((hash) => (location.hash = hash), topicHash(topic, channel))
      await rowOf(page, 'three').waitFor()
    }
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    return {
      elements,
      ...(isChromium() ? await memoryOf(page) : { nodes: 0, values: new Map<string, number>(), heap: 0 }),
    }
  }
  await runsAll(page, ['next', 'kept', 'forms'])
  const before = await sizeAfter(20)
  const after = await sizeAfter(80)
  expect(after.elements).toBeLessThan(before.elements * 1.1)
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.1)
  expect(sumOf(after.values), growth(before.values, after.values)).toBeLessThanOrEqual(sumOf(before.values) * 1.05)
  expect(after.heap).toBeLessThan(MAX_HEAP_BYTES)
})

/** Waits until these scripts, which load after the first view, have run: what they keep is there from then on. */
async function runsAll(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const script = await page.waitForFunction(
      (pattern) => performance.getEntriesByType('resource').find((each) => new RegExp(pattern).test(each.name))?.name,
      `/${name}-[^/]+\\.js$`,
    )
    // A text, because an import in a function would be one of the program of the tests.
    await page.evaluate(`import(${JSON.stringify(await script.jsonValue())})`)
  }
}

/** Only Chromium counts what the scripts keep. */
async function memoryOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const values = await valuesOf(session)
  const { nodes } = await session.send('Memory.getDOMCounters')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return { nodes, values, heap: metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value }
}

/**
 * Returns how many bytes the values of the scripts have, by the names of their kinds. The heap also has code: V8 compiles and optimizes
 * what runs often, for as long as it runs. And it has what the browser notes of each view, such as how long it took to draw.
 */
async function valuesOf(session: CDPSession): Promise<Map<string, number>> {
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot')
  const { snapshot, nodes, strings }: HeapSnapshot = JSON.parse(chunks.join(''))
  const { node_fields, node_types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => node_fields.indexOf(field))
  const bytes = new Map<string, number>()
  for (let at = 0; at < nodes.length; at += node_fields.length) {
    const kind = node_types[0][nodes[at + type!]!]!
    if (NO_VALUES.has(kind)) continue
    const named = kind === 'object' ? `object ${strings[nodes[at + name!]!]?.split(' @')[0]}` : kind
    bytes.set(named, (bytes.get(named) ?? 0) + nodes[at + size!]!)
  }
  return bytes
}

const NO_VALUES = new Set(['code', 'native', 'object shape'])

/** Each node is as many numbers as it has fields. */
type HeapSnapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
  strings: string[]
}

const sumOf = (bytes: ReadonlyMap<string, number>): number => [...bytes.values()].reduce((sum, each) => sum + each, 0)

/** Says what grew most. */
function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const grown = [...after].map(([kind, bytes]) => [kind, bytes - (before.get(kind) ?? 0)] as const)
  const most = grown.toSorted(([, a], [, b]) => b - a).slice(0, 5)
  return `Bytes more: ${most.map(([kind, bytes]) => `${kind} ${bytes}`).join(', ')}`
}

test('30. while the pointer is over the rail, no row of it moves', async () => {
  const { name, channel } = await newPersonAlone()
  const [topic, later] = [newTopic(), newTopic()]
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, topicHash(topic, channel))
  await rowOf(page, 'hello').waitFor()
  const order = () => page.$$eval('.rail a[href]', (links) => links.map((link) => link.getAttribute('href')))
  await expect.poll(async () => (await order()).length).toBeGreaterThan(0)
  await page.locator('.rail .find').hover()
  const before = await order()
  await sends('ben', later, ['a new topic'], { channel })
  await page.locator('.rail a.channel .n', { hasText: /./ }).first().waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(\d+\)/)
  expect(await order()).toEqual(before)
  await page.locator('main').hover()
  await expect.poll(async () => (await order()).some((href) => href?.includes(topicHash(later).slice(-6)))).toBe(true)
})
