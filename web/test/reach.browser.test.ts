import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, newPersonAlone, newTopic, opens, sends, topicHash, userId, type Channel } from './person'
import { closesCard } from './views'

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
/** The list of people has four controls for each of them. */
const MAX_STEPS = 1000
const OWNER = 100

/**
 * Presses Tab from the start of the open view or dialog, and Shift-Tab from its end. Returns the controls that the keys did not
 * reach, and the controls that had the focus and did not show it. Rows of messages are left out: the arrow keys lead to a row, and
 * Tab from there to its controls.
 */
async function faultsOfTab(page: Page): Promise<string[]> {
  await page.evaluate(
    ([controls]) => {
      const view = document.querySelector('dialog[open]') ?? document.querySelector('.layer:not(.parked)')!
      const isControl = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        element.closest('article.msg, [role="option"]') === null &&
        !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked)
      const remaining = new Set([...view.querySelectorAll(controls!)].filter(isControl))
      const found: string[] = []
      Object.assign(globalThis, { walked: { view, remaining, found } })
    },
    [CONTROLS],
  )
  await walk(page, 'Tab')
  await walk(page, 'Shift+Tab')
  return page.evaluate(() => {
    const { remaining, found } = Reflect.get(globalThis, 'walked')
    // The focus on a message replaces the bar below by the field to answer it.
    const missed = [...remaining].filter((element: Element) => element.isConnected)
    return [...found, ...missed.map((element: Element) => `not reached: ${element.outerHTML.slice(0, 120)}`)]
  })
}

async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  // After the last control of a page, the focus would go to the browser itself. So the walk is between two edges.
  await page.evaluate((isFromEnd) => {
    const { view } = Reflect.get(globalThis, 'walked')
    const edges = [0, 1].map(() => {
      const edge = document.createElement('span')
      edge.className = 'edge-of-walk'
      Object.assign(edge.style, { position: 'absolute', opacity: '0' })
      edge.tabIndex = 0
      return edge
    })
    view.prepend(edges[0])
    view.append(edges[1])
    edges[isFromEnd ? 1 : 0]!.focus()
  }, key === 'Shift+Tab')
  await presses(page, key)
  await page.evaluate(() => {
    Reflect.get(globalThis, 'walked').leave()
    for (const edge of document.querySelectorAll('.edge-of-walk')) edge.remove()
  })
}

/** How often a key is pressed before the walk looks whether it is done. The keys after that do nothing. */
const KEYS_AT_ONCE = 8

async function presses(page: Page, key: string): Promise<void> {
  await page.evaluate(follow)
  for (let step = 0; step < MAX_STEPS; step += KEYS_AT_ONCE) {
    for (let nth = 0; nth < KEYS_AT_ONCE; nth++) await page.keyboard.press(key)
    if (await page.evaluate(() => Reflect.get(globalThis, 'walked').isDone)) return
  }
}

/** Runs in the page. Notes each control that gets the focus, until all were reached, or the focus leaves the view. */
function follow(): void {
  const { walked } = Object(globalThis)
  const { view, remaining, found } = walked
  const following = new AbortController()
  const { signal } = following
  walked.isDone = false
  // The frame of some fields shows the focus for them.
  const shows = (element: Element | null): boolean => {
    if (element === null || element === view) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || shows(element.parentElement)
  }
  const look = () => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || !view.contains(focused) || focused.matches('.edge-of-walk')) return true
    remaining.delete(focused)
    // If what has the focus is removed, as with a message of another test, the focus goes to the title.
    const isField = focused.matches('textarea, input, article, .settings-page, .list, dialog, h1, h2')
    if (!isField && !shows(focused)) found.push(`no ring: ${focused.outerHTML.slice(0, 120)}`)
    return remaining.size === 0
  }
  addEventListener(
    'keydown',
    (event) => {
      if (!walked.isDone) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true, signal },
  )
  addEventListener('keyup', () => (walked.isDone ||= look()), { capture: true, signal })
  walked.leave = () => following.abort()
}

/** Runs in the page. The view changes when the page learns of its address: until then, the one before is active. */
const goTo = (hash: string) =>
  new Promise<void>((resolve) => {
    if (location.hash === hash) resolve()
    addEventListener('hashchange', () => resolve(), { once: true })
    location.hash = hash
  })

async function faultsIn(page: Page, views: readonly string[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  for (const hash of views) {
    await page.evaluate(goTo, hash)
    const isCard = /^#(user|groups|channels)/.test(hash)
    await page
      .locator(isCard ? 'dialog[open] h2' : '.layer:not(.parked) :is(h1, h2)')
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    const found = await faultsOfTab(page)
    if (found.length > 0) faults[hash] = found
    if (!isCard) continue
    await closesCard(page)
  }
  return faults
}

/** Puts something into each view of a person. Those of the others have all that other tests send: a key for each would take minutes. */
async function fillsViews(name: string, topic: string, channel: Channel): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const [id] = await sends('ben', topic, ['hello'], { channel })
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId(name)], content: 'hello' })
  await asks(name, 'POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  const draft = { type: 'stream', to: [channel.stream_id], topic: newTopic(), content: 'a draft', timestamp: now }
  await asks(name, 'POST /drafts', { drafts: [draft] })
  const later = { type: 'channel', to: channel.stream_id, topic, content: 'later' }
  await asks(name, 'POST /scheduled_messages', { ...later, scheduled_delivery_timestamp: now + 7200 })
}

test('38. Tab reaches every control of every view, and each shows that it has the focus', async () => {
  const { name, channel } = await newPersonAlone()
  await asks('ada', `PATCH /users/${userId(name)}`, { role: OWNER })
  const topic = newTopic()
  await fillsViews(name, topic, channel)
  const page = await opens(name, {}, topicHash(topic, channel))
  const views = ['#inbox', '#recent', '#feed', '#direct-messages', '#drafts', '#scheduled', '#narrow/is/starred']
  const places = [topicHash(topic, channel), '#narrow/channel/2-design', '#narrow/search/the']
  const cards = [`#user/${userId('ben')}`, '#groups/3', '#channels/1', '#channels/all', '#channels/new']
  expect(await faultsIn(page, [...views, ...places, ...cards, '#channels/1/general/settings'])).toEqual({})
})

for (const [name, person, path] of [
  ['personal settings', 'cleo', '#settings/'],
  ['settings of the organization', 'ada', '#organization/'],
] as const)
  test(`38. Tab reaches every control of the ${name}`, async () => {
    const page = await opens(person, {}, `${path}profile`)
    const links = page.locator(`.settings-list a[href^="${path}"]`)
    await links.first().waitFor()
    const views = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(views.length).toBeGreaterThanOrEqual(10)
    expect(await faultsIn(page, views)).toEqual({})
  })
