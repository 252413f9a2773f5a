import { expect, inject, test } from 'vitest'
import { asks, composerOf, newPersonAlone, newTopic, opens, sends, topicHash } from './person'

const IN_TWO_HOURS = 2 * 60 * 60

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Adds an emoji of the organization, and returns its name. */
async function newEmoji(): Promise<string> {
  const name = `own_${newTopic().slice(-6)}`
  const { url, people } = inject('server')
  const { email, api_key } = people.find((person) => person.email.startsWith('ada@'))!
  const body = new FormData()
  body.set('file', new File([PICTURE], 'own.png', { type: 'image/png' }))
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  const answer = await (await fetch(`${url}/api/v1/realm/emoji/${name}`, { method: 'POST', headers, body })).json()
  expect(answer).toMatchObject({ result: 'success' })
  return name
}

test('drafts, scheduled messages, reminders and snippets show emoji, and names in code', async () => {
  const { name, channel } = await newPersonAlone()
  const own = await newEmoji()
  const topic = newTopic()
  const text = `cake :birthday: :${own}: \`:tada:\` :no_such_emoji: at 12:30:15`
  const drawn = 'cake 🎂  `:tada:` :no_such_emoji: at 12:30:15'
  const at = Math.floor(Date.now() / 1000) + IN_TWO_HOURS
  const [id] = await sends('ben', topic, ['hello'], { channel })
  const to = { type: 'channel', to: channel.stream_id, topic }
  await asks(name, 'POST /scheduled_messages', { ...to, content: text, scheduled_delivery_timestamp: at })
  await asks(name, 'POST /reminders', { message_id: id, note: text, scheduled_delivery_timestamp: at })
  await asks(name, 'POST /saved_snippets', { title: 'Birthdays', content: text })
  const page = await opens(name, {}, topicHash(topic, channel))
  await composerOf(page).fill(text)
  for (const [hash, place] of [
    ['#drafts', '.planned-text'],
    ['#scheduled', '.planned-text'],
    ['#settings/saved', '.items p'],
  ] as const) {
    await page.evaluate((next) => (location.hash = next), hash)
    const entry = page.locator(`.layer:not(.parked) ${place}`, { hasText: 'cake' }).first()
    await expect.poll(() => entry.textContent(), { message: hash }).toBe(drawn)
    await expect.poll(() => entry.locator('img').getAttribute('alt')).toBe(`:${own}:`)
    await expect.poll(() => entry.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  }
  await page.evaluate(() => (location.hash = '#scheduled'))
  const reminder = page.locator('.layer:not(.parked) .planned-text', { hasText: 'cake' }).nth(1)
  await expect.poll(() => reminder.textContent()).toContain('🎂')
  await expect.poll(() => reminder.locator(`img[alt=":${own}:"]`).count()).toBe(1)

  // Some users read names.
  await asks(name, 'PATCH /settings', { emojiset: 'text' })
  const entry = page.locator('.layer:not(.parked) .planned-text', { hasText: 'cake' }).first()
  await expect.poll(() => entry.textContent()).toContain('cake :birthday:')
  await page.evaluate(() => (location.hash = '#drafts'))
  await composerOf(page).waitFor({ state: 'hidden' })
})
