import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hold, tap } from './fingers'
import { passOn } from './launch'
import {
  asks,
  composerOf,
  isChromium,
  logIn,
  newPerson,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  takeFaults,
  topicHash,
  uploads,
} from './person'

const recorderOf = (page: Page) => page.locator('.layer:not(.parked) .recorder')
const begins = (page: Page) =>
  page.locator('.layer:not(.parked) .write').getByRole('button', { name: 'Voice message' }).click()
const plays = (page: Page) => recorderOf(page).getByRole('group', { name: /^Voice message, 0:0\d$/ })

/** Records for as long as a drawing of a second needs. */
async function records(page: Page): Promise<void> {
  await begins(page)
  await recorderOf(page).getByText('0:01').waitFor()
  await page.keyboard.press('Enter')
  await plays(page).waitFor()
}

const isPlaying = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluate((audio) => audio instanceof HTMLAudioElement && !audio.paused && audio.currentTime > 0)

test.runIf(isChromium())(
  'a voice message is recorded, played and sent with keys, and readers see its shape without the file',
  async () => {
    const [gus, topic] = [await newPerson(), newTopic()]
    await sends('ben', topic, ['hello'])
    const page = await opens('ada', {}, topicHash(topic))
    await composerOf(page).fill('half a sentence')
    await records(page)
    const own = plays(page)
    await own.getByRole('button', { name: 'Play' }).press('Enter')
    await expect.poll(() => isPlaying(page, '.recorder audio')).toBe(true)
    await own.getByRole('button', { name: 'Pause' }).press('Enter')
    const reader = await opens(gus, {}, topicHash(topic))
    let files = 0
    reader.on('request', (request) => (files += Number(request.url().includes('voice-message'))))
    await rowOf(reader, 'hello').waitFor()
    await recorderOf(page).getByRole('button', { name: 'Send' }).press('Enter')
    // The text that was there stays.
    await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
    await composerOf(page).fill('')
    const player = reader.locator('article.msg .voice-message')
    await player.getByRole('slider', { name: 'Place in the voice message' }).waitFor()
    expect(files).toBe(0)
    const link = player.getByRole('link', { name: 'Open the file' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toMatch(/^\/user_uploads\/.+\/voice-message\.(?:m4a|weba)#voice-\d-[\w-]{64}$/)
    await player.getByRole('button', { name: 'Speed: 1 times' }).click()
    await player.getByRole('button', { name: 'Speed: 1.5 times' }).waitFor()
    await player.getByRole('slider').press('ArrowRight')
    await expect.poll(() => player.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^0:00 of 0:0\d$/)
    await player.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => isPlaying(reader, 'article.msg audio')).toBe(true)
    expect(await player.locator('audio').evaluate((audio) => Reflect.get(audio, 'playbackRate'))).toBe(1.5)
  },
)

test.runIf(isChromium())('a recording waits in its conversation, and can be discarded and taken back', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await begins(page)
  await recorderOf(page).getByText('0:01').waitFor()
  await page.evaluate(() => void (location.hash = '#inbox'))
  const notice = page.locator('.notice', { hasText: 'is not sent yet' })
  await notice.getByRole('button', { name: 'Open' }).click()
  await plays(page).waitFor()
  await recorderOf(page).getByRole('button', { name: 'Send' }).press('Escape')
  await recorderOf(page).waitFor({ state: 'detached' })
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
  await plays(page).waitFor()
  await recorderOf(page).getByRole('button', { name: 'Discard' }).click()
  await recorderOf(page).waitFor({ state: 'detached' })
})

/** Opens a view in an organization whose state has these fields. */
async function opensWith(fields: Record<string, unknown>, hash = topicHash(newTopic())): Promise<Page> {
  const page = await openClient({}, hash)
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } })
  })
  await logIn(page, 'ada')
  await composerOf(page).waitFor()
  return page
}

const NEWEST = { anchor: 'newest', num_before: 1, num_after: 0 }

test.runIf(isChromium())('a channel asks for the topic before a recording is sent', async () => {
  const page = await opensWith({ realm_mandatory_topics: true }, '#narrow/channel/1-general')
  await records(page)
  await recorderOf(page).getByRole('button', { name: 'Send' }).click()
  await page.getByText('Name the topic first.').waitFor()
  const topic = newTopic()
  await page.locator('.layer:not(.parked) .to input').fill(topic)
  await recorderOf(page).getByRole('button', { name: 'Send' }).click()
  // Other tests send recordings to the channel, too.
  await recorderOf(page).waitFor({ state: 'detached' })
  const sent = () => asks('ada', 'GET /messages', { ...NEWEST, narrow: [{ operator: 'topic', operand: topic }] })
  await expect.poll(async () => (await sent()).messages.length).toBe(1)
  await page.locator('.layer:not(.parked) article.msg .voice-message').last().waitFor()
})

test.runIf(isChromium())('an upload that fails keeps the recording, and the user sends it again', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await records(page)
  await page.route('**/json/tus', (route) => route.abort())
  await recorderOf(page).getByRole('button', { name: 'Send' }).click()
  await recorderOf(page).getByRole('alert').getByText('cannot be reached').waitFor()
  expect(takeFaults()).toEqual(['Failed to load resource: net::ERR_FAILED'])
  await page.unroute('**/json/tus')
  await recorderOf(page).getByRole('button', { name: 'Send' }).click()
  await page.locator('.layer:not(.parked) article.msg .voice-message').waitFor()
})

test.runIf(isChromium())(
  'a finger that holds the button records until it leaves, and sends nothing by that',
  async () => {
    const topic = newTopic()
    await sends('ben', topic, ['hello'])
    const page = await opens('ada', { viewport: { width: 390, height: 844 }, hasTouch: true }, topicHash(topic))
    await rowOf(page, 'hello').waitFor()
    const leaves = await hold(page.locator('.layer:not(.parked) .write').getByRole('button', { name: 'Voice message' }))
    await recorderOf(page).getByText('0:01').waitFor()
    await leaves()
    await plays(page).waitFor()
    // A click that the browser adds would have sent it before this one.
    await tap(recorderOf(page).getByRole('button', { name: 'Play' }))
    await expect.poll(() => page.locator('article.msg .voice-message').count()).toBe(0)
  },
)

test('a microphone that is refused or absent is explained', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  for (const [name, text] of [
    ['NotAllowedError', 'does not let this page use the microphone'],
    ['NotFoundError', 'No microphone was found'],
    ['NotReadableError', 'Another program may use it'],
  ] as const) {
    const page = await opens('ada', {}, topicHash(topic))
    await page.evaluate((fault) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', fault))
    }, name)
    await begins(page)
    await recorderOf(page).getByRole('alert').getByText(text).waitFor()
    await expect.poll(() => recorderOf(page).getByRole('button', { name: 'Try again' }).isVisible()).toBe(true)
  }
})

test('an organization without files has no voice messages, and says so', async () => {
  const page = await opensWith({ max_file_upload_size_mib: 0 })
  await begins(page)
  await recorderOf(page).getByRole('alert').getByText('allows no files').waitFor()
})

test.runIf(isChromium())('a recording ends before it is too large, and says why', async () => {
  const page = await opensWith({ max_file_upload_size_mib: 0.07 })
  await begins(page)
  await recorderOf(page).getByRole('alert').getByText('at most 0.07 MiB').waitFor()
  await plays(page).waitFor()
})

test.runIf(isChromium())('a recording ends after ten minutes, and says why', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await begins(page)
  await recorderOf(page).getByText('0:01').waitFor()
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 600_000
  })
  await recorderOf(page).getByRole('alert').getByText('at most 10 minutes').waitFor()
  await recorderOf(page)
    .getByRole('group', { name: /^Voice message, 10:\d\d$/ })
    .waitFor()
})

test('a link with a fragment of another form has the controls of the browser', async () => {
  const topic = newTopic()
  const { url } = await uploads('ben', new File([new Uint8Array(100)], 'sound.m4a', { type: 'audio/mp4' }))
  const shape = 'A'.repeat(65)
  await sends('ben', topic, [`[long](${url}#voice-5-${shape})`])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'long').locator('audio[controls]').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('.voice-message').count()).toBe(0)
})
