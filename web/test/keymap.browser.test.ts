import { expect, test } from 'vitest'
import { asks, composerOf, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, uploads, userId } from './person'
import { hasRest } from './views'

// The keys that no other test presses, as `?` lists them.

const NEVER = 3
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Creates a channel with one topic, in which the person has an unread message. */
async function newChannelFor(person: string, name: string, topic: string): Promise<number> {
  await asks('ben', 'POST /users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: ['ben', person].map(userId),
  })
  await asks('ben', 'POST /messages', { type: 'channel', to: name, topic, content: 'hello', client: 'test' })
  return (await asks('ben', 'GET /get_stream_id', { stream: name })).stream_id
}

test('y lists the topics of the channel, and a link of the list opens one', async () => {
  const [topic, other] = [newTopic(), newTopic()]
  await sends('ben', other, ['hello'])
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.keyboard.press('y')
  const dialog = page.getByRole('dialog', { name: 'Topics of # general' })
  await dialog.getByRole('link', { name: other }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.layer:not(.parked) h1', { hasText: other }).waitFor()
})

test('what the user types before the field of a key has the focus goes into the field, and runs no command', async () => {
  const { name: gus } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(gus, {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await hasRest(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const focused = () => page.locator('input:focus').evaluate((input) => [input.ariaLabel, Reflect.get(input, 'value')])
  await page.keyboard.press('/')
  // Each character is a key of the client: `m` and `c` open dialogs.
  await page.keyboard.type('macintosh')
  await expect.poll(focused).toEqual(['Search messages', 'macintosh'])
})

test('q offers channels and topics alone, and w people and groups', async () => {
  const page = await opens('ada')
  const field = page.getByRole('combobox', { name: 'Go to or do…' })
  const found = async (key: string, text: string) => {
    await page.keyboard.press(key)
    await field.waitFor()
    await field.pressSequentially(text)
    const details = page.getByRole('option').locator('.detail')
    await details.first().waitFor()
    const kinds = new Set((await details.allInnerTexts()).map((detail) => detail.split(' ')[0]))
    await page.keyboard.press('Escape')
    await page.locator('.switcher').waitFor({ state: 'detached' })
    return [...kinds].filter((kind) => kind !== 'Search')
  }
  // Other tests of the run write topics, whose names may have these characters.
  expect(await found('w', 'ezra')).toEqual(['direct'])
  expect((await found('q', 'ezra')).filter((kind) => kind !== 'channel' && kind !== '#')).toEqual([])
  expect(await found('q', 'engineering')).toContain('channel')
  expect(await found('w', 'engineering')).toEqual([])
  expect(await found('Control+k', 'ezra')).toContain('direct')
})

test('Alt and the arrows lead through the places of the list, with Shift through the unread ones', async () => {
  const { name: gus } = await newPersonAlone()
  const name = `keys ${gus}`
  const first = await newChannelFor(gus, `${name} a`, 'one')
  const second = await newChannelFor(gus, `${name} b`, 'two')
  await asks(gus, 'PATCH /settings', { web_mark_read_on_scroll_policy: NEVER })
  const page = await opens(gus, {}, `#narrow/channel/${first}`)
  await page.locator('.rail .topic', { hasText: 'one' }).waitFor()
  const places: string[] = []
  const press = async (key: string) => {
    const before = page.url()
    await page.keyboard.press(key)
    await expect.poll(() => page.url()).not.toBe(before)
    places.push(decodeURIComponent(new URL(page.url()).hash))
  }
  const isAtSecond = () => places.at(-1)?.includes(`channel/${second}`) === true
  for (let steps = 0; steps < 5 && !isAtSecond(); steps++) await press('Alt+ArrowDown')
  expect(isAtSecond()).toBe(true)
  expect(places.filter((place) => place.includes('topic/one'))).toHaveLength(1)
  await press('Alt+ArrowUp')
  expect(places.at(-1)).toContain(`channel/${first}`)
  await page.evaluate((id) => (location.hash = `#narrow/channel/${id}/topic/one`), first)
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).focus()
  await press('Alt+Shift+ArrowDown')
  expect(places.at(-1)).toContain(`channel/${second}`)
  await press('Alt+Shift+ArrowUp')
  expect(places.at(-1)).toContain(`channel/${first}`)
})

test('v opens the newest picture of the view, and Ctrl-. leads to the field to write in', async () => {
  const topic = newTopic()
  const { url } = await uploads('ben', new File([POINT], 'newest.png', { type: 'image/png' }))
  await sends('ben', topic, [`[newest.png](${url})`])
  const page = await opens('ada', {}, topicHash(topic))
  await page.locator('.layer:not(.parked) .message_inline_image').waitFor()
  await page.keyboard.press('v')
  const viewer = page.locator('.pane h1', { hasText: 'newest.png' })
  await viewer.waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+.')
  await expect.poll(() => composerOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

test('+ reacts with a thumb, and pressed again takes it back', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['good idea'])
  const page = await opens('ada', {}, topicHash(topic))
  const row = rowOf(page, 'good idea')
  await row.focus()
  await page.keyboard.press('+')
  const thumb = row.getByRole('button', { name: 'reacted with :+1:' })
  await thumb.waitFor()
  await page.keyboard.press('+')
  await thumb.waitFor({ state: 'detached' })
})
