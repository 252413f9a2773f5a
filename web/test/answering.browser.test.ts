import { expect, test } from 'vitest'
import { asks, composerOf, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

const composerLabel = '.layer:not(.parked) .write .to'

test('in the combined feed, the composer answers the message with the focus', async () => {
  const [first, second] = [newTopic(), newTopic()]
  await sends('ben', first, [`question ${first}`])
  const [id] = await sends('ben', second, [`question ${second}`])
  const page = await opens('ada', {}, `#narrow/near/${id}`)
  await rowOf(page, `question ${second}`).waitFor()
  await rowOf(page, `question ${first}`).focus()
  await page.locator(composerLabel, { hasText: first }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type(`answer ${first}`)
  // While the user writes, the focus may move without another destination.
  await rowOf(page, `question ${second}`).focus()
  await page.locator(composerLabel, { hasText: first }).waitFor()
  await page.keyboard.press('r')
  await page.locator(composerLabel, { hasText: second }).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
  await rowOf(page, `question ${first}`).focus()
  await page.locator(composerLabel, { hasText: first }).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe(`answer ${first}`)
  await composerOf(page).press('Control+Enter')
  await page.locator('.layer:not(.parked) h1', { hasText: first }).waitFor()
  await page.locator('.layer:not(.parked) article[data-id]', { hasText: `answer ${first}` }).waitFor()
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: first }],
    apply_markdown: false,
  })
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([`question ${first}`, `answer ${first}`])
})

test('in the mentions, a direct message is answered to its sender', async () => {
  const text = `psst ${newTopic()}`
  const { id } = await asks('ben', 'POST /messages', {
    type: 'direct',
    to: [userId('ada')],
    content: `@**Ada Okafor** ${text}`,
  })
  const page = await opens('ada', {}, `#narrow/is/mentioned/near/${id}`)
  await rowOf(page, text).focus()
  await page.locator(composerLabel, { hasText: 'Ben Lindqvist' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type(`heard ${text}`)
  await composerOf(page).press('Control+Enter')
  await page.locator('.layer:not(.parked) h1', { hasText: 'Ben Lindqvist' }).waitFor()
  await page.evaluate((hash) => (location.hash = hash), `#narrow/dm/${userId('ben')}`)
  await page.locator('.layer:not(.parked) article[data-id]', { hasText: `heard ${text}` }).waitFor()
})

test('38, 40. a topic of its own keeps its composer, whatever message has the focus', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'one').focus()
  await page.keyboard.press('r')
  await expect.poll(() => composerOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await composerOf(page).press('Escape')
  await expect.poll(() => rowOf(page, 'one').evaluate((row) => row === document.activeElement)).toBe(true)
})
