import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { startNewerBuild } from './newer-build'
import { asks, composerOf, logIn, newPerson, newTopic, openClient, opens, rowOf, sends, topicHash } from './person'
import { saved } from './saved'
import { hasRest } from './views'

const WITH_WORKER = { serviceWorkers: 'allow' } as const

/** Waits until the service worker has the files, and serves this page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller === null)
      await new Promise((resolve) => {
        serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
  })
}

test('56. without the network the client starts, shows what was opened, and takes messages', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['read me on the train'])
  const page = await opens('ada', WITH_WORKER, topicHash(topic))
  await rowOf(page, 'read me on the train').waitFor()
  await isKept(page)
  await saved(page, 'read me on the train')
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'read me on the train').waitFor()
  await composerOf(page).fill('from the train')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'from the train').getByText('waiting').waitFor()
  await page.context().setOffline(false)
  await page.locator('article[data-id]', { hasText: 'from the train' }).waitFor()
})

test('56. without the network the client starts in the language of the user, also in views that load later', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  await asks(name, 'PATCH /settings', { default_language: 'de' })
  await sends('ben', topic, ['read me abroad'])
  const page = await opens(name, WITH_WORKER, topicHash(topic))
  await page.getByRole('link', { name: 'Eingang' }).first().waitFor()
  await rowOf(page, 'read me abroad').waitFor()
  await isKept(page)
  // The worker of the page before the language was known has the English texts only.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/\?de$/)
  await saved(page, 'read me abroad')
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'read me abroad').waitFor()
  await page.getByRole('link', { name: 'Eingang' }).first().waitFor()
  await page.evaluate(() => (location.hash = '#settings'))
  await page.getByRole('link', { name: 'Benachrichtigungen' }).waitFor()
  await page.context().setOffline(false)
})

test('56. a browser that could not install the worker tries again with the next connection', async () => {
  const page = await opens('ada', WITH_WORKER)
  await isKept(page)
  // The client itself would install the worker again.
  const { url } = inject('server')
  await page.goto(`${url}/favicon.svg`)
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const failsOnce = () => {
      Reflect.deleteProperty(serviceWorker, 'register')
      return Promise.reject(new TypeError('The network fails'))
    }
    Object.defineProperty(serviceWorker, 'register', { configurable: true, value: failsOnce })
  })
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  })
  await page.goto(url)
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  // From now on, each new connection installs it. The page may have had one already.
  await expect.poll(() => page.evaluate(() => Object.hasOwn(navigator.serviceWorker, 'register'))).toBe(false)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await isKept(page)
})

test('35. the stored page has the security policy, and nothing else of the server is stored', async () => {
  const page = await opens('ada', WITH_WORKER)
  await isKept(page)
  const { policy, paths } = await page.evaluate(async () => {
    const stored = await caches.match('/')
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return {
      policy: stored?.headers.get('content-security-policy'),
      paths: requests.flat().map(({ url }) => new URL(url).pathname),
    }
  })
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("default-src 'none'")
  expect(paths.filter((path) => path !== '/' && !/^\/assets\/[\w.-]+$/.test(path))).toEqual([])
})

test('58. a new version reaches an open tab without losing text', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', WITH_WORKER, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await isKept(page)
  await composerOf(page).fill('half a sentence')
  // As the browser does when the worker of another build takes over.
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))
  await page.getByText('A new version is ready.').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('A new version is ready.').waitFor({ state: 'detached' })
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
})

test('58. an old tab without a worker learns of a newer build when it connects again, and keeps its text', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await hasRest(page)
  await composerOf(page).fill('half a sentence')
  const { url } = inject('server')
  await page.route(`${url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-newer.js"></script>' }),
  )
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.getByText('A new version is ready.').waitFor()
  await page.unroute(`${url}/`)

  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await hide()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  await page.getByText('A new version is ready.').waitFor()
  // Nothing is being written, so the hidden tab reloads.
  await composerOf(page).fill('')
  await hide()
  await page.getByText('A new version is ready.').waitFor({ state: 'detached' })
  await rowOf(page, 'hello').waitFor()
})

test('56. without the network the build that has the last view starts, until a newer one has reached the server', async () => {
  const [topic, { url, publish }] = [newTopic(), await startNewerBuild(inject('server').url)]
  await sends('ben', topic, ['read me on the train'])
  const page = await openClient(WITH_WORKER, topicHash(topic), url)
  await logIn(page, 'ada')
  await rowOf(page, 'read me on the train').waitFor()
  await isKept(page)
  await saved(page, 'read me on the train')
  const isNewer = () => page.locator('meta[name=build]').count()
  // The browser also looks for a newer worker by itself, and takes an update that begins meanwhile for the same.
  await page.evaluate(() => {
    const note = () => Object.assign(globalThis, { isReplaced: true })
    navigator.serviceWorker.addEventListener('controllerchange', note, { once: true })
  })
  publish()
  await page.waitForFunction(async () => {
    await (await navigator.serviceWorker.ready).update()
    return 'isReplaced' in globalThis
  })
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'read me on the train').waitFor()
  expect(await isNewer()).toBe(0)
  // It learns of the newer build as soon as it has a connection.
  await page.context().setOffline(false)
  await page.getByText('A new version is ready.').waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(isNewer).toBe(1)
  await rowOf(page, 'read me on the train').waitFor()
  await saved(page, 'read me on the train')
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'read me on the train').waitFor()
  expect(await isNewer()).toBe(1)
  await page.context().setOffline(false)
})

test('an address that leads to no view says so, and the last view stays', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['still here'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'still here').waitFor()
  const goTo = (hash: string) => page.evaluate((next) => void (location.hash = next), hash)
  await goTo('#no-such-place')
  await page.getByText('This address leads to no view.').waitFor()
  await expect.poll(() => rowOf(page, 'still here').isVisible()).toBe(true)
  await goTo('#groups/all')
  await page.getByRole('region', { name: 'Groups' }).getByRole('heading', { name: 'Groups' }).waitFor()
})
