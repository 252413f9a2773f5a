import { expect, test } from 'vitest'
import { asks, newTopic, opens, rowOf, sends, takeFaults, topicHash, userId } from './person'

const choices = [
  { short_name: 'A', long_name: 'Apples', reply: 'apples, please' },
  { short_name: 'Bananas', long_name: 'Bananas', reply: 'Bananas' },
]
const BUTTONS = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Which fruit?', choices } }

/** Sends buttons as a program does, with a text for clients that do not know them. */
const sendsButtons = async (to: Record<string, unknown>): Promise<number> =>
  (await asks('ben', 'POST /messages', { ...to, content: 'Apples or bananas?', widget_content: BUTTONS })).id

const inTopic = (topic: string) => ({ type: 'channel', to: 'general', topic })

test('a button sends its reply once, with a mention of the program in a channel, and says before what it sends', async () => {
  const topic = newTopic()
  await sendsButtons(inTopic(topic))
  const page = await opens('ada', {}, topicHash(topic))
  const buttons = page.locator('.layer:not(.parked)').getByRole('group', { name: 'Which fruit?' })
  const apples = buttons.getByRole('button', { name: 'A Apples' })
  await apples.getByText('Sends: apples, please').waitFor()
  await expect.poll(() => buttons.getByRole('button', { name: 'Bananas' }).textContent()).toBe('Bananas')
  await page.route('**/json/messages', (route) => route.abort())
  await apples.press('Enter')
  await expect.poll(() => apples.getAttribute('aria-disabled')).toBe('true')
  // A second press, while the first message waits for the connection.
  await apples.press('Enter')
  await page.unroute('**/json/messages')
  await rowOf(page, 'apples, please').locator('.user-mention').waitFor()
  await expect.poll(() => apples.getAttribute('aria-disabled')).toBe('false')
  takeFaults()
  const narrow = [
    { operator: 'topic', operand: topic },
    { operator: 'sender', operand: userId('ada') },
  ]
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    expect.stringMatching(/^@\*\*Ben .+\*\* apples, please$/),
  ])
})

test('in a direct conversation, a button sends only its reply', async () => {
  await sendsButtons({ type: 'direct', to: [userId('dov')] })
  const page = await opens('dov', {}, `#narrow/dm/${userId('ben')}`)
  await page.locator('.layer:not(.parked)').getByRole('button', { name: 'A Apples' }).click()
  const own = rowOf(page, 'apples, please').filter({ hasNot: page.getByRole('group', { name: 'Which fruit?' }) })
  await own.waitFor()
  await expect.poll(() => own.locator('.user-mention').count()).toBe(0)
})

test('a message with a widget of another kind shows its text', async () => {
  const topic = newTopic()
  const [id] = await sends('ben', topic, ['Plain text'])
  await asks('ben', 'POST /submessage', { message_id: id, msg_type: 'widget', content: '{"widget_type":"x"}' })
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'Plain text').waitFor()
})
