import { request } from 'node:http'
import { expect, inject, test } from 'vitest'
import { composerOf, newPerson, newTopic, opens, rowOf, sends, topicHash } from './person'
import { closesCard } from './views'

test('15. no key, view or reload discards written text', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).fill('half a sentence')
  const press = (key: string) => () => page.keyboard.press(key)
  const visit = (hash: string) => () => page.evaluate((next) => (location.hash = next), hash)
  const paths: Record<string, () => Promise<unknown>> = {
    escape: () => composerOf(page).press('Escape'),
    ...Object.fromEntries(['n', 'p', 'j', 'k', 'G', 'Home', 'I', 't', 'a', '*', 'd'].map((key) => [key, press(key)])),
    // The code of this key loads when it is pressed.
    s: async () => {
      await page.keyboard.press('s')
      await page.waitForURL(/\/channel\/1-general$/)
    },
    search: visit('#search'),
    channel: visit('#narrow/channel/2-design'),
    card: visit('#channels/1/general'),
    scheduled: visit('#scheduled'),
    back: () => page.goBack(),
    forward: () => page.goForward(),
    offline: async () => {
      await page.context().setOffline(true)
      await page.context().setOffline(false)
    },
    reload: () => page.reload(),
  }
  expect(Object.keys(paths).length).toBeGreaterThanOrEqual(20)
  for (const [name, run] of Object.entries(paths)) {
    await run()
    if (name === 'card') {
      await page.getByRole('dialog').waitFor()
      await closesCard(page)
    }
    await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
    await expect.poll(() => composerOf(page).inputValue(), { message: name }).toBe('half a sentence')
    await page.locator('.layer:not(.parked) h1').click()
  }
  await composerOf(page).fill('')
})

test('41. a new message is announced once, and history never', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['history'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'history').waitFor()
  const log = page.locator('.layer:not(.parked)').getByRole('log')
  await expect.poll(() => log.textContent()).toBe('')
  await log.evaluate((element) => {
    const announcements: (string | null)[] = []
    Object.assign(globalThis, { announcements })
    new MutationObserver(() => announcements.push(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await sends('ben', topic, ['the news'])
  await rowOf(page, 'the news').waitFor()
  await expect.poll(() => log.textContent()).toBe('Ben Lindqvist: the news')
  await page.evaluate(() => (location.hash = '#inbox'))
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await rowOf(page, 'the news').waitFor()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'announcements')))
    .toEqual(['Ben Lindqvist: the news'])
})

test('41. what is on the screen has the order in which a screen reader reads it', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two', 'three'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'three').waitFor()
  for (const hash of [topicHash(topic), '#inbox', '#recent', '#settings/preferences']) {
    await page.evaluate((next) => (location.hash = next), hash)
    await page.locator('.layer:not(.parked) :is(h1, h2)').first().waitFor()
    await page.waitForLoadState('networkidle')
    const misplaced = await page.evaluate(() => {
      const parts = '.rail, main, .tabs, .layer:not(.parked) :is(h1, h3, article.msg, a.conv, .setting, .write)'
      const boxes = [...document.querySelectorAll(parts)]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
      return boxes.flatMap(({ element, box }, at) => {
        const next = boxes[at + 1]
        if (next === undefined || element.contains(next.element)) return []
        const isBefore = box.bottom <= next.box.top + 1 || box.right <= next.box.left + 1
        return isBefore ? [] : [`${element.className} is read before ${next.element.className}`]
      })
    })
    expect(misplaced, hash).toEqual([])
  }
})

test('43. shortcuts of a single character can be switched off, and stay off', async () => {
  const page = await opens('ada', {}, '#feed')
  await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByRole('checkbox').uncheck()
  await closesCard(page)
  await page.keyboard.press('t')
  await page.reload()
  await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do…' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Combined feed' }).count()).toBe(1)
})

test('76. the list of keys is filtered, a key of another command is taken only when the user says so, and all can be reset', async () => {
  const gus = await newPerson()
  const page = await opens(gus, {}, '#feed')
  await page.getByRole('heading', { name: 'Combined feed' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByRole('searchbox', { name: 'Filter keys' }).fill('drafts')
  await expect.poll(() => dialog.locator('dt').allTextContents()).toEqual(['d'])
  const isAt = (title: string) => page.getByRole('heading', { name: title }).count()
  await dialog.getByRole('button', { name: 'Change – Drafts' }).click()
  await page.keyboard.press('j')
  await dialog.getByRole('alert').getByText('j is also the key of: Next message or conversation').waitFor()
  await page.keyboard.press('b')
  await expect.poll(() => dialog.locator('dt').allTextContents()).toEqual(['b'])
  await closesCard(page)
  await page.reload()
  // The keys of the user load after the first view.
  const isAtDraftsByKey = async () => {
    await page.keyboard.press('b')
    return isAt('Drafts')
  }
  await expect.poll(isAtDraftsByKey).toBe(1)
  await page.keyboard.press('?')
  await dialog.getByRole('button', { name: 'Reset all keys' }).click()
  await dialog.getByRole('button', { name: 'Reset all keys' }).waitFor({ state: 'detached' })
  await closesCard(page)
  await page.keyboard.press('a')
  await expect.poll(() => isAt('Combined feed')).toBe(1)
  await page.keyboard.press('d')
  await expect.poll(() => isAt('Drafts')).toBe(1)
})

test('45. with reduced motion, nothing moves, no menu and no dialog either', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', { reducedMotion: 'reduce' }, topicHash(topic))
  await rowOf(page, 'hello').hover()
  const moving = () =>
    page.evaluate(() => [
      ...document.getAnimations().map(({ playState }) => playState),
      // An element that has left the document has no styles.
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element)
        const isStill =
          Number.parseFloat(transitionDuration) === 0 && animationName === 'none' && scrollBehavior === 'auto'
        return isStill ? [] : [element.className]
      }),
    ])
  expect(await moving()).toEqual([])
  const opened = page.locator('dialog[open], [role="menu"], .switcher, .picker')
  for (const key of ['i', ':', 'Control+k', '?', 'V']) {
    await rowOf(page, 'hello').focus()
    await page.keyboard.press(key)
    await opened.first().waitFor()
    expect(await moving(), key).toEqual([])
    await page.keyboard.press('Escape')
    await opened.first().waitFor({ state: 'detached' })
  }
})

test('32. a page of another realm cannot post or listen with the cookie', async () => {
  const page = await opens('ada')
  const { url } = inject('server')
  const sibling = url.replace('localhost', 'sibling.localhost')
  const post = (origin: string) =>
    page.context().request.post(`${url}/json/users/me/status`, { headers: { origin }, form: { status_text: '' } })
  expect((await post(url)).status()).toBe(200)
  expect((await post(sibling)).ok()).toBe(false)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const upgrade = (origin: string) =>
    new Promise<number | undefined>((resolve) => {
      const sent = request(`${url}/json/events?queue_id=none&last_event_id=-1`, {
        headers: {
          origin,
          cookie,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': btoa('0123456789abcdef'),
        },
      })
      sent.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode)
      })
      sent.on('response', ({ statusCode }) => resolve(statusCode))
      sent.end()
    })
  // The queue does not exist: the page of the realm learns this, and the other one only that it may not ask.
  expect(await upgrade(url)).toBe(400)
  expect([401, 403]).toContain(await upgrade(sibling))
})

test('59. texts that are longer, and written from right to left, break no view', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  for (const width of [1200, 390])
    for (const hash of [
      topicHash(topic),
      '#inbox',
      '#recent',
      '#search',
      '#drafts',
      '#settings/preferences',
      '#organization/users',
    ]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((next) => (location.hash = next), hash)
      await page.locator('.layer:not(.parked) h1').waitFor()
      // A stand-in for a translation: each text becomes 40 % longer.
      const overflow = await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode
          const text = node.textContent?.trim() ?? ''
          if (text !== '' && !text.endsWith('·'))
            node.textContent = `${text} ${'·'.repeat(Math.ceil(text.length * 0.4))}`
        }
        return document.documentElement.scrollWidth - innerWidth
      })
      expect(overflow, `${hash} at ${width}`).toBeLessThanOrEqual(0)
    }
})
