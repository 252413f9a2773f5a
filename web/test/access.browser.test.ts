import { expect, test } from 'vitest'
import { faultsOn, faultsOnWhole } from './accessibility'
import {
  asks,
  composerOf,
  logIn,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  topicHash,
  uploads,
  userId,
} from './person'
import { choosesOther, overflowing, shows } from './views'

/** Returns a topic with messages of many kinds. */
async function newSamples(): Promise<string> {
  const topic = newTopic()
  const [id] = await sends('ben', topic, [
    '**bold** `code` :tada: https://example.com',
    '> a quote\n\n@**Ada Okafor**',
    '/poll Where to?\nNorth\nSouth',
    '/todo Shop\nMilk',
    '```python\n# note\nprint("a", 1)\n```\n\n$$x^2$$\n\n```spoiler Who\nThe gardener\n```',
  ])
  const { url } = await uploads('ben', new File([new Uint8Array(9)], 'voice-message.m4a', { type: 'audio/mp4' }))
  await sends('ben', topic, [`[Voice message (0:42)](${url}#voice-42-${'AZaz09-_'.repeat(8)})`])
  const choices = [{ short_name: 'A', long_name: 'Apples', reply: 'apples' }]
  const widget_content = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Fruit?', choices } }
  const place = { type: 'channel', to: 'general', topic }
  await asks('ben', 'POST /messages', { ...place, content: 'Fruit?', widget_content })
  await asks('ben', `POST /messages/${id}/reactions`, { emoji_name: 'tada' })
  return topic
}

const withFaults = (found: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))

test('39. axe finds nothing in the views', async () => {
  const topic = await newSamples()
  const page = await openClient()
  await page.getByLabel('Password').waitFor()
  await page.locator('h1', { hasText: /\S/ }).waitFor()
  const found: Record<string, string[]> = { login: await faultsOn(page, { alsoForced: true }) }
  await logIn(page, 'ada')
  const views = {
    inbox: '#inbox',
    feed: '#feed',
    mentions: '#narrow/is/mentioned',
    starred: '#narrow/is/starred',
    channel: '#narrow/channel/2-design',
    recent: '#recent',
    directMessages: '#direct-messages',
    search: '#narrow/search/the',
    drafts: '#drafts',
    scheduled: '#scheduled',
    topic: topicHash(topic),
    user: `#user/${userId('ben')}`,
    about: '#channels/1/general',
    group: '#groups/3',
    directory: '#channels/all',
  }
  for (const [at, [name, hash]] of Object.entries(views).entries()) {
    await shows(page, hash)
    found[name] = await faultsOn(page, { alsoForced: true })
    // The document keeps the last eight views, hidden: their colours are those of before.
    if (at % 7 === 6) found[`before ${name}`] = await faultsOnWhole(page)
  }
  expect(withFaults(found)).toEqual({})
})

test('39. axe finds nothing in menus and dialogs', async () => {
  const topic = await newSamples()
  const found: Record<string, string[]> = {}
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'a quote').focus()
  await page.keyboard.press('i')
  await page.getByRole('menu').waitFor()
  found.menu = await faultsOn(page, { alsoForced: true })
  await page.getByRole('menuitem', { name: 'Move messages' }).click()
  await page.getByRole('dialog').waitFor()
  found.move = await faultsOn(page, { alsoForced: true })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  const layer = page.locator('.layer:not(.parked)')
  await composerOf(page).pressSequentially('draft @b')
  await page.locator('.completion').waitFor()
  found.completion = await faultsOn(page, { alsoForced: true })
  await composerOf(page).press('Escape')
  const button = (name: string) => layer.getByRole('button', { name, exact: true })
  for (const menu of ['Emoji', 'Later']) {
    await button(menu).click()
    // The code of a menu loads when it is opened.
    const inside = page.getByRole('dialog').getByRole(menu === 'Emoji' ? 'option' : 'button')
    await inside.first().waitFor()
    found[menu] = await faultsOn(page, { alsoForced: true })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await choosesOther(page, 'Preview')
  await page.locator('.preview p').waitFor()
  found.preview = await faultsOn(page, { alsoForced: true })
  await button('Preview').click()
  await page.locator('.preview').waitFor({ state: 'detached' })
  await composerOf(page).fill('')
  await composerOf(page).blur()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  found.switcher = await faultsOn(page, { alsoForced: true })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  found.keys = await faultsOn(page, { alsoForced: true })
  expect(withFaults(found)).toEqual({})
})

test('42, 51. on a phone, nothing scrolls sideways, and the tabs lead to all conversations', async () => {
  const topic = newTopic()
  await sends('ben', topic, [`${'long'.repeat(60)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``])
  const page = await opens('ada', { viewport: { width: 390, height: 844 } })
  await page.locator('.layer:not(.parked) h1').waitFor()
  expect(await overflowing(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Channels' }).click()
  await page.locator('.rail .channel', { hasText: 'general' }).click()
  await composerOf(page).waitFor()
  expect(await overflowing(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 600 })
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await rowOf(page, 'long').waitFor()
  expect(await overflowing(page)).toEqual([])
  // Views scroll, and the document does not.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600)
  for (const hash of [
    '#inbox',
    '#recent',
    '#feed',
    '#direct-messages',
    '#drafts',
    '#scheduled',
    '#search',
    '#narrow/search/the',
    '#narrow/is/starred',
    '#narrow/channel/2-design',
    `#user/${userId('ben')}`,
    '#channels/1',
    '#channels/all',
    '#groups/3',
  ]) {
    await shows(page, hash)
    await expect.poll(() => overflowing(page), { message: hash }).toEqual([])
  }
})

test('the arrow keys move the focus to messages, and Tab goes through their links and buttons', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two https://example.com', 'three'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'three').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('k')
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  expect(await focused()).toContain('two')
  await page.keyboard.press('Tab')
  expect(await focused()).toContain('example.com')
  // The script of the buttons loads when a message first has the focus.
  await rowOf(page, 'two https://example.com').locator('.tools').waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('React')
  await page.keyboard.press('r')
  await expect.poll(() => composerOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

test('44. the keys work on Cyrillic, Greek and Hebrew layouts', async () => {
  const page = await opens('ada', {}, '#feed')
  const press = (init: { key?: string; code: string; shiftKey?: boolean; ctrlKey?: boolean }) =>
    page.evaluate(
      (event) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true })),
      init,
    )
  // The keys of `I`, `a` and Ctrl-K. Hebrew has no capitals.
  for (const [capital, small, control] of ['Шфл', 'Ιακ', 'ןשל']) {
    await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
    await press({ key: capital, code: 'KeyI', shiftKey: true })
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await press({ key: small, code: 'KeyA' })
    await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
    await press({ key: control, code: 'KeyK', ctrlKey: true })
    await page.getByRole('combobox', { name: 'Go to or do…' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.switcher').waitFor({ state: 'detached' })
  }
})

test('27. Ctrl-K pressed while the list still closes opens it again', async () => {
  const page = await opens('ada')
  const field = page.getByRole('combobox', { name: 'Go to or do…' })
  await page.keyboard.press('Control+k')
  await field.waitFor()
  // The browser tells the page that the list is closed after the task that closes it.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.switcher')!.hidePopover()
    const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
  })
  await field.fill('cleo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cleo Marchetti' }).waitFor()
})

test('40. a key that follows Escape in the list of places is for the view, although nothing had the focus before', async () => {
  const page = await opens('ada', {}, '#feed')
  await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do…' }).waitFor()
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.switcher')!.hidePopover()
    const keys = { key: '?', code: 'Slash', shiftKey: true, bubbles: true, cancelable: true }
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', keys))
  })
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
})

test('27. Ctrl-K finds a channel, a person and a topic, and Enter opens it', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada')
  for (const [query, heading] of [
    ['engin', 'engineering'],
    ['cleo', 'Cleo Marchetti'],
    [topic.slice(0, -2), topic],
  ]) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or do…' }).fill(query!)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading! }).waitFor()
  }
})
