import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page, Request, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import {
  asks,
  composerOf,
  isChromium,
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

test('19. a pasted file uploads with progress and can be cancelled; another one becomes a link', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  const field = composerOf(page)
  const paste = (name: string) =>
    field.evaluate((element, fileName) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(40_000)], fileName, { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      // The constructor of Firefox takes no files.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData })
      element.dispatchEvent(event)
    }, name)
  // The first piece never arrives, so the upload lasts until it is cancelled.
  await page.route('**/json/tus/*', () => {})
  await paste('slow.png')
  await page.getByRole('progressbar', { name: 'Upload of slow.png' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click()
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await page.unroute('**/json/tus/*')
  await paste('quick.png')
  await expect.poll(() => field.inputValue()).toMatch(/^\[quick\.png\]\(\/user_uploads\/.+quick\.png\)\n$/)
  await field.press('Control+Enter')
  await page.locator('.layer:not(.parked) .message_inline_image img').waitFor()
})

/** Drags a file over an element of the page, and drops it there. Returns whether the page took it from the browser. */
const drops = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['text'], 'dropped.txt', { type: 'text/plain' }))
    const drag = (type: string) =>
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    drag('dragenter')
    const sentence = document.querySelector('.drop-zone')?.textContent
    return { sentence, isTaken: !drag('dragover') && !drag('drop') }
  })

test('71. a file that is dropped anywhere is attached to the open conversation, or refused with words', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const address = page.url()
  for (const selector of ['.rail', '.layer:not(.parked) .head', '.layer:not(.parked) .list']) {
    await expect
      .poll(() => drops(page, selector))
      .toMatchObject({ sentence: expect.stringContaining(topic), isTaken: true })
    await expect.poll(() => composerOf(page).inputValue()).toMatch(/\[dropped\.txt\]\(\/user_uploads\/.+\)\n$/)
    await composerOf(page).fill('')
  }
  expect(page.url()).toBe(address)
  await expect.poll(() => page.locator('.drop-zone').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.evaluate(() => void (location.hash = '#inbox'))
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(await drops(page, '.rail')).toMatchObject({
    sentence: expect.stringContaining('Open a conversation first'),
    isTaken: true,
  })
  await page.locator('.notice', { hasText: 'Open a conversation first' }).waitFor()
})

const MEBIBYTE = 1024 * 1024
/** The programs beside the test decide how long a large file takes. */
const LARGE_MILLISECONDS = 900_000

/** Returns the path of a file, which exists until the test ends. */
function largeFile(size: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'large.bin')
  writeFileSync(path, '')
  truncateSync(path, size)
  return path
}

test('an empty file becomes a link; a file above the limit says so, and there is nothing to try again', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  const layer = page.locator('.layer:not(.parked)')
  const attach = async (files: string | { name: string; mimeType: string; buffer: Buffer }) => {
    // The driver of Firefox does not tell of the dialog of the system.
    if (!isChromium()) return layer.locator('.write input[type="file"]').setInputFiles(files)
    const chooser = page.waitForEvent('filechooser')
    await layer.getByRole('button', { name: 'Attach' }).click()
    await (await chooser).setFiles(files)
  }
  await composerOf(page).waitFor()
  await attach({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect.poll(() => composerOf(page).inputValue()).toMatch(/^\[empty\.txt\]\(\/user_uploads\/.+empty\.txt\)\n$/)
  const { max_file_upload_size_mib: most } = await asks('ada', 'POST /register', { fetch_event_types: ['realm'] })
  await attach(largeFile(most * MEBIBYTE + 1))
  await page.getByText(`A file has at most ${most} MiB.`).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel the upload of large.bin' }).click()
  await page.getByText(`A file has at most ${most} MiB.`).waitFor({ state: 'detached' })
})

test(
  '19. a file of 100 MB resumes after a cut, from the byte that the server has',
  async () => {
    const topic = newTopic()
    await sends('ben', topic, ['hello'])
    const page = await opens('ada', {}, topicHash(topic))
    const offsets: number[] = []
    const lost: number[] = []
    const offsetOf = (request: Request) => Number(request.headers()['upload-offset'])
    // The driver would read each piece that it stops, so it stops the one after the sixth alone.
    const losesPiece = async (route: Route) => {
      if (route.request().method() !== 'PATCH' || lost.length > 0) return route.continue()
      lost.push(offsetOf(route.request()))
      await route.abort('connectionreset')
      await page.unroute('**/json/tus/*', losesPiece)
    }
    page.on('request', (request) => {
      if (request.method() !== 'PATCH') return
      offsets.push(offsetOf(request))
      if (offsets.length === 6) void page.route('**/json/tus/*', losesPiece)
    })
    await page.locator('.layer:not(.parked) .write input[type="file"]').setInputFiles(largeFile(100 * MEBIBYTE))
    const progress = page.getByRole('progressbar', { name: 'Upload of large.bin' })
    await progress.waitFor()
    await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
    await expect
      .poll(() => composerOf(page).inputValue(), { timeout: LARGE_MILLISECONDS - 60_000 })
      .toContain('large.bin')
    const pieces = Array.from({ length: 13 }, (_, at) => at * 8 * MEBIBYTE)
    expect(lost).toHaveLength(1)
    expect(lost[0]).toBeGreaterThan(pieces[4]!)
    expect(offsets).toEqual([...pieces, ...lost].sort((a, b) => a - b))
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  },
  LARGE_MILLISECONDS,
)

test('20. ArrowUp in an empty composer edits the last message: the edit shows at once, and comes back if refused', async () => {
  const topic = newTopic()
  await sends('ada', topic, ['first thought'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'first thought').waitFor()
  await composerOf(page).focus()
  await composerOf(page).press('ArrowUp')
  const form = page.getByLabel('Edit message')
  await expect.poll(() => form.inputValue()).toBe('first thought')
  let refuse = () => {}
  const wasSeen = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/json/messages/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await wasSeen
    return route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Too late to edit' } })
  })
  await form.fill('second thought')
  await form.press('Control+Enter')
  await page.locator('.saving', { hasText: 'second thought' }).waitFor()
  refuse()
  await page.getByRole('alert').filter({ hasText: 'Too late to edit' }).waitFor()
  await expect.poll(() => form.inputValue()).toBe('second thought')
  await page.unroute('**/json/messages/*')
  await form.press('Control+Enter')
  await page.locator('article[data-id] .edited').waitFor()
})

test('quoting keeps what is written, and forwarding asks where', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['quote ```me```'])
  const page = await opens('ada', {}, topicHash(topic))
  await composerOf(page).fill('before')
  await rowOf(page, 'quote').focus()
  await page.keyboard.press('>')
  await expect.poll(() => composerOf(page).inputValue()).toContain('````quote\nquote ```me```\n````')
  await expect
    .poll(() => composerOf(page).inputValue())
    .toMatch(/^before\n\n@_\*\*Ben Lindqvist\|\d+\*\* \[wrote\]\(http/)
  await composerOf(page).fill('')
  await rowOf(page, 'quote').focus()
  await page.keyboard.press('<')
  await page.getByRole('combobox', { name: 'Go to or do…' }).fill('Cleo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cleo Marchetti' }).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toContain('quote ```me```')
  await composerOf(page).fill('')
})

test('a message that is sent later is in its view, and goes back to the composer to be edited', async () => {
  const page = await opens('ben', {}, `#narrow/dm/${userId('dov')}`)
  await composerOf(page).fill('see you tomorrow')
  await page.locator('.layer:not(.parked)').getByRole('button', { name: 'Later' }).click()
  await page.getByRole('dialog', { name: 'Send later' }).getByRole('button', { name: 'In 1 hour' }).click()
  await page.getByText('The message will be sent').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
  await page.evaluate(() => (location.hash = '#scheduled'))
  const entry = page.locator('.planned-entry', { hasText: 'see you tomorrow' })
  await entry.getByText('Dov Peretz').waitFor()
  await entry.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('see you tomorrow')
  expect((await asks('ben', 'GET /scheduled_messages')).scheduled_messages).toEqual([])
  await page.evaluate(() => (location.hash = '#drafts'))
  const draft = page.locator('.planned-entry', { hasText: 'see you tomorrow' })
  await draft.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await draft.getByRole('button', { name: 'Go on writing' }).click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('see you tomorrow')
  await composerOf(page).fill('')
})

test('polls and to-do lists can be made and acted on, and every reader sees it', async () => {
  const topic = newTopic()
  const ada = await opens('ada', {}, topicHash(topic))
  await composerOf(ada).fill('/poll Where to?\nNorth\nSouth')
  await composerOf(ada).press('Control+Enter')
  const ben = await opens('ben', {}, topicHash(topic))
  await ben.getByRole('button', { name: 'North, 0 votes' }).click()
  await ada.getByRole('button', { name: 'North, 1 vote' }).waitFor()
  await ben.getByRole('textbox', { name: 'New option' }).fill('East')
  await ben.keyboard.press('Enter')
  await ada.getByRole('button', { name: 'East, 0 votes' }).click()
  await ben.getByRole('button', { name: 'East, 1 vote' }).waitFor()
  await composerOf(ada).fill('/todo Shop\nMilk: oat')
  await composerOf(ada).press('Control+Enter')
  await ben.getByRole('checkbox', { name: 'Milk' }).check()
  await expect.poll(() => ada.getByRole('checkbox', { name: 'Milk' }).isChecked()).toBe(true)
})

test('formulas have their styles, code can be copied, and a picture opens beside the conversation', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['$$x^2$$', '```python\nprint(1)\n```'])
  const page = await opens('ada', {}, topicHash(topic))
  // Other browsers need no permission after a click, and have no name for it.
  if (isChromium()) await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await rowOf(page, 'print').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Code copied.').waitFor()
  await expect
    .poll(() =>
      page
        .locator('.katex .mord')
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily),
    )
    .toContain('KaTeX')
  await page.locator('.layer:not(.parked) .write input[type="file"]').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect.poll(() => composerOf(page).inputValue()).toContain('](/user_uploads/')
  await composerOf(page).press('Control+Enter')
  const link = page.locator('.layer:not(.parked) .message_inline_image a')
  await link.focus()
  await page.keyboard.press('Enter')
  await page.locator('.pane h1', { hasText: 'dot.png' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.pane') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('any emoji of the server can be a reaction, by keyboard', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['react'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'react').focus()
  await page.keyboard.press(':')
  await page.getByRole('button', { name: 'All emoji' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search emoji' }).fill('octopus')
  await page.getByRole('option', { name: 'octopus', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await rowOf(page, 'react').getByRole('button', { name: 'reacted with :octopus:' }).waitFor()
  await expect.poll(() => rowOf(page, 'react').evaluate((row) => row === document.activeElement)).toBe(true)
})

test('9. a picture has its place before it arrives: what is below it does not move', async () => {
  const topic = newTopic()
  const [width, height] = [300, 150]
  const chunk = (name: string, content: Uint8Array) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(content.length)
    // The server does not read the checksum.
    return Buffer.concat([size, Buffer.from(name), content, Buffer.alloc(4)])
  }
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 6, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.alloc((width * 4 + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const { url } = await uploads('ben', new File([bytes], 'wide.png', { type: 'image/png' }))
  await sends('ben', topic, [`[wide.png](${url})`, 'below the picture'])
  const page = await openClient()
  // The picture never arrives.
  await page.route(/user_uploads.thumbnail|loader-black/, () => {})
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await logIn(page, 'ada')
  await rowOf(page, 'below the picture').waitFor()
  const image = page.locator('.layer:not(.parked) .message_inline_image img')
  const box = await image.evaluate((element) => {
    const { width: across, height: down } = element.getBoundingClientRect()
    return [across, down]
  })
  expect(box).toEqual([width, height])
})
