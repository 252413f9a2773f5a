import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

const entryOf = (page: Page, topic: string) => page.locator('.layer:not(.parked) a.conv', { hasText: topic })

async function policyOf(name: string, topic: string): Promise<number> {
  const { user_topics } = await asks(name, 'POST /register', { fetch_event_types: ['user_topic'] })
  return user_topics.find((row: { topic_name: string }) => row.topic_name === topic)?.visibility_policy ?? 0
}

test('85. the inbox is triaged with one key for each decision, for all that are selected, and each is undone with z', async () => {
  const [done, kept, muted, followed] = [newTopic(), newTopic(), newTopic(), newTopic()]
  const { name, channel } = await newPersonAlone()
  for (const topic of [done, kept, muted, followed]) await sends('ben', topic, [`unread in ${topic}`], { channel })
  const page = await opens(name)

  await entryOf(page, done).focus()
  await page.keyboard.press('e')
  await expect.poll(() => entryOf(page, done).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('a.conv'))).toBe(true)
  await page.keyboard.press('z')
  await entryOf(page, done).waitFor()

  // Several at once: `x` selects, and Shift with an arrow goes on.
  const rows = page.locator('.layer:not(.parked) a.conv')
  const chosen = page.locator('.layer:not(.parked) a.conv.selected')
  await rows.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => chosen.count()).toBe(0)
  await rows.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  const before = await rows.count()
  await page.keyboard.press('e')
  await expect.poll(() => rows.count()).toBe(before - 2)
  await page.keyboard.press('z')
  await expect.poll(() => rows.count()).toBe(before)

  await entryOf(page, kept).focus()
  await page.keyboard.press('u')
  const last = page.locator('.layer:not(.parked) a.conv').last()
  await expect.poll(() => last.textContent()).toContain(kept)
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.keyboard.press('z')
  await expect.poll(() => page.getByText('Kept for later').count()).toBe(0)

  await entryOf(page, muted).focus()
  await page.keyboard.press('m')
  await expect.poll(() => entryOf(page, muted).count()).toBe(0)
  await expect.poll(() => policyOf(name, muted)).toBe(1)
  await page.keyboard.press('z')
  await entryOf(page, muted).waitFor()
  await expect.poll(() => policyOf(name, muted)).toBe(0)

  await entryOf(page, followed).focus()
  await page.keyboard.press('f')
  await expect.poll(() => policyOf(name, followed)).toBe(3)
})

test('the recent conversations show read and unread ones, the newest first', async () => {
  const [older, newer] = [newTopic(), newTopic()]
  await sends('ada', older, ['said before'], { client: 'website' })
  await sends('ben', newer, ['said just now'])
  const page = await opens('ada', {}, '#recent')
  await entryOf(page, older).waitFor()
  const texts = await page.locator('.layer:not(.parked) a.conv').allTextContents()
  const placeOf = (topic: string) => texts.findIndex((text) => text.includes(topic))
  expect(placeOf(newer)).toBeGreaterThanOrEqual(0)
  expect(placeOf(newer)).toBeLessThan(placeOf(older))
  await sends('ben', older, ['said last'])
  await expect
    .poll(() => page.locator('.layer:not(.parked) a.conv', { hasText: older }).textContent())
    .toContain('said last')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('a.conv'))).toBe(true)
  await entryOf(page, newer).focus()
  await page.keyboard.press('Enter')
  await rowOf(page, 'said just now').waitFor()
})

test('jump to date shows the first message of the day', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['the first of today', 'another one'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'the first of today').waitFor()
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Jump to date' }).click()
  await page.getByRole('button', { name: 'Jump', exact: true }).click()
  await page.locator('.msg.marked', { hasText: 'the first of today' }).waitFor()
})

test('96. the inbox is grouped by channel, and the title of a group marks all of it as read', async () => {
  const { name, channel } = await newPersonAlone()
  const [one, two, named] = [newTopic(), newTopic(), newTopic()]
  for (const topic of [one, two]) await sends('ben', topic, ['unread'], { channel })
  await sends('ben', named, [`@**|${userId(name)}** look`], { channel })
  const page = await opens(name)
  const groups = page.locator('.inbox section:has(.group)')
  const group = groups.filter({ has: page.getByRole('heading', { name: channel.name, exact: true }) })
  await expect.poll(() => group.locator('.conv').count()).toBe(2)
  await group.getByText('2 unread in 2 conversations').waitFor()
  await groups
    .filter({ has: page.getByRole('heading', { name: 'For you' }) })
    .locator('.conv', { hasText: named })
    .waitFor()
  await group.getByRole('button', { name: `Mark as read: ${channel.name}` }).click()
  await group.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expect.poll(() => group.locator('.conv').count()).toBe(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => groups.count()).toBe(0)
})
