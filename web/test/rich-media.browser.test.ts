import { inject, expect, test } from 'vitest'
import { asks, newPerson, newTopic, opens, rowOf, sends, sendsMany, topicHash, uploads } from './person'

/** A picture of one point and two frames, which alternate. */
const MOVING = Buffer.from(
  'R0lGODlhAQABAPAAAP///wAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAQABAAACAkQBACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  'base64',
)
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A black film of 16 × 16 points and a tenth of a second. */
const FILM = Buffer.from(
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZ0B/FUmpZpYq17GDD0JARImEQsgAAE2AgXBXQYFwFlSua5uumdeBAXPFgQGDgQGGhVZfVlA44IawgRC6gRAfQ7Z1v+eBAKOcgQAAgDABAJ0BKhAAEAAEAGglpAADcAD+852AAKOcgQAygDABAJ0BKhAAEAAEAGglpAADcAD+852AAA==',
  'base64',
)
const picture = (name: string) => new File([POINT], name, { type: 'image/png' })

test('82. pictures of a message are a gallery; one opens beside it, and the keys go on to all of the conversation', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const link = async (name: string) => `[${name}](${(await uploads('ben', picture(name))).url})`
  await sends('ben', topic, [await link('first.png')])
  await sendsMany(
    topic,
    Array.from({ length: 260 }, (_, at) => `line ${at}`),
    gus,
  )
  const names = ['second.png', 'third.png', 'fourth.png', 'fifth.png', 'sixth.png']
  const [last] = await sends('ben', topic, [(await Promise.all(names.map(link))).join('\n')])
  const page = await opens(gus, {}, `${topicHash(topic)}/near/${last}`)
  const gallery = page.locator('.main .layer:not(.parked) .pics a')
  await gallery.nth(4).waitFor({ state: 'attached' })
  expect(await gallery.evaluateAll((links) => links.map((one) => one.checkVisibility()))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  await expect.poll(() => gallery.nth(3).textContent()).toBe('+1')
  const { width = 0, height = 1 } = (await gallery.first().boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(4 / 3, 1)
  await gallery.nth(1).focus()
  await page.keyboard.press('Enter')
  const pane = page.locator('.pane')
  const shows = (name: string, place: string) => pane.locator('.head', { hasText: name }).getByText(place).waitFor()
  await shows('third.png', '3 of 6')
  await page.reload()
  await shows('third.png', '3 of 6')
  await pane.locator('.strip [aria-current=true]').focus()
  for (const [name, place] of [
    ['second.png', '2 of 6'],
    ['first.png', '1 of 6'],
  ] as const) {
    await page.keyboard.press('ArrowLeft')
    await shows(name, place)
  }
  const filled = () => pane.evaluate((element) => element.getBoundingClientRect().width === innerWidth)
  await page.keyboard.press('f')
  expect(await filled()).toBe(true)
  const size = () => pane.locator('.frame img').evaluate((image) => image.getBoundingClientRect().width)
  const before = await size()
  await page.keyboard.press('+')
  expect(await size()).toBeGreaterThan(before * 1.4)
  await page.keyboard.press('Escape')
  expect(await filled()).toBe(false)
  await pane.getByRole('link', { name: 'Go to message' }).click()
  await page.locator('.main .layer:not(.parked) article .message_inline_image a[href*="first.png"]').waitFor()
})

test('a picture that moves stands still until the pointer is over it, never moves, or always moves', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const { url } = await uploads('ben', new File([MOVING], 'moving.gif', { type: 'image/gif' }))
  await sends('ben', topic, [
    `[moving.gif](${url})`,
    `[still.png](${(await uploads('ben', picture('still.png'))).url})`,
  ])
  const page = await opens(gus, {}, topicHash(topic))
  const link = page.locator('.layer:not(.parked) .message_inline_image a[href*="moving.gif"]')
  const source = () => link.locator('img').evaluate((image) => image.getAttribute('src'))
  const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
  await link.locator('img[data-animated="true"]').waitFor()
  await expect.poll(source).toContain(thumbnail)
  await link.hover()
  await expect.poll(source).toMatch(/moving\.gif\/840x560-anim\.webp$/)
  await asks(gus, 'PATCH /settings', { web_animate_image_previews: 'never' })
  await expect.poll(source).toContain(thumbnail)
  await asks(gus, 'PATCH /settings', { web_animate_image_previews: 'always' })
  await expect.poll(source).toMatch(/moving\.gif\/840x560-anim\.webp$/)
})

/** A tenth of a second of silence. */
function silence(): Uint8Array<ArrayBuffer> {
  const samples = 800
  const bytes = new DataView(new ArrayBuffer(44 + samples))
  const write = (at: number, text: string) =>
    [...text].forEach((character, index) => bytes.setUint8(at + index, character.charCodeAt(0)))
  write(0, 'RIFF')
  bytes.setUint32(4, 36 + samples, true)
  write(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples],
  ] as const)
    bytes.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.setUint16(at, value, true)
  write(36, 'data')
  new Uint8Array(bytes.buffer, 44).fill(128)
  return new Uint8Array(bytes.buffer)
}

test('films and sound play in their message', async () => {
  const topic = newTopic()
  const film = await uploads('ben', new File([FILM], 'film.webm', { type: 'video/webm' }))
  const sound = await uploads('ben', new File([silence()], 'sound.wav', { type: 'audio/wav' }))
  await sends('ben', topic, [`[film.webm](${film.url})`, `[sound.wav](${sound.url})`])
  const page = await opens('ada', {}, topicHash(topic))
  const video = rowOf(page, 'film.webm').locator('video[controls]')
  const audio = rowOf(page, 'sound.wav').locator('audio[controls]')
  await video.waitFor()
  expect(await video.evaluate((element) => element.closest('a'))).toBe(null)
  for (const media of [video, audio]) {
    await media.evaluate((element: HTMLMediaElement) => element.play())
    await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.ended)).toBe(true)
  }
  expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])).toEqual([
    16, 16,
  ])
})

test('code has a link to each playground of its language, with the code in it', async () => {
  const topic = newTopic()
  const language = `lang${Math.random().toString(36).slice(2, 8)}`
  await sends('ben', topic, [`\`\`\`${language}\nprint(1 + 1)\n\`\`\``])
  const { id } = await asks('ada', 'POST /realm/playgrounds', {
    name: 'Try it',
    pygments_language: language,
    url_template: `${inject('server').url}/run{?code}`,
  })
  const page = await opens('ada', {}, topicHash(topic))
  const link = rowOf(page, 'print').getByRole('link', { name: 'Open in Try it' })
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe(`${inject('server').url}/run?code=${encodeURIComponent('print(1 + 1)\n')}`)
  await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer')
  await asks('ada', `DELETE /realm/playgrounds/${id}`)
})

test('83. a table wider than the pane says so, scrolls by keys, and opens in the whole window', async () => {
  const topic = newTopic()
  const cells = Array.from({ length: 30 }, (_, at) => `column ${at}`)
  const row = (values: string[]) => `| ${values.join(' | ')} |`
  await sends('ben', topic, [[row(cells), row(cells.map(() => '---')), row(cells)].join('\n')])
  const page = await opens('ada', { viewport: { width: 390, height: 844 } }, topicHash(topic))
  const frame = page.getByRole('group', { name: 'Table' })
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.getByText('Scroll sideways for more columns').waitFor()
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await page.locator('.pane td', { hasText: 'column 29' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.pane').waitFor({ state: 'detached' })
  // What fits into the pane has no hint, and Escape leaves no conversation.
  await page.setViewportSize({ width: 1440, height: 900 })
  const [fits] = await sends('ben', topic, [
    [row(cells.slice(0, 9)), row(cells.slice(0, 9).map(() => '---'))].join('\n'),
  ])
  const narrow = page.locator(`[data-id="${fits}"] .wide`)
  await narrow.waitFor()
  expect(await narrow.evaluate((element) => element.matches('.cut'))).toBe(false)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => narrow.isVisible()).toBe(true)
})

test('each paragraph of a message begins on the side of its own script', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['on the left\n\nשלום'])
  const page = await opens('ada', {}, topicHash(topic))
  /** Whether the text touches the left side of its paragraph, and the right side. */
  const sidesOf = (text: string) =>
    rowOf(page, 'on the left')
      .locator('.body p', { hasText: text })
      .evaluate((paragraph) => {
        const range = document.createRange()
        range.selectNodeContents(paragraph)
        const [inner, outer] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()]
        return { left: inner.left - outer.left < 1, right: outer.right - inner.right < 1 }
      })
  await expect.poll(() => sidesOf('on the left')).toEqual({ left: true, right: false })
  await expect.poll(() => sidesOf('שלום')).toEqual({ left: false, right: true })
})
