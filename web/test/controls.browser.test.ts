import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, newTopic, opens, rowOf, topicHash } from './person'

// A program outside, which answers as the button that was pressed says.
let program: Server
let address = ''
type Payload = { actions: { action_id: string }[]; state: { values: object } }
const received: Payload[] = []

const plain = (text: string) => ({ type: 'plain_text', text })
const button = (action_id: string, text: string, fields: object = {}) => ({
  type: 'button',
  action_id,
  text: plain(text),
  ...fields,
})
const ANSWERS: Record<string, object> = {
  approve: {
    replace_original: true,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'Approved' } },
      { type: 'actions', block_id: 'after', elements: [button('ask', 'Undo')] },
    ],
  },
  ask: { response_type: 'ephemeral', text: 'It is *live*' },
}

beforeAll(async () => {
  program = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const payload: Payload = JSON.parse(new URLSearchParams(Buffer.concat(parts).toString()).get('payload') ?? '{}')
      received.push(payload)
      const answer = ANSWERS[payload.actions[0]?.action_id ?? '']
      response.writeHead(payload.actions[0]?.action_id === 'fail' ? 500 : 200).end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => {
    program.listen(0, '127.0.0.1', resolve)
  })
  const at = program.address()
  address = `http://127.0.0.1:${at === null || typeof at === 'string' ? 0 : at.port}/`
})

afterAll(() => program.close())

const BLOCKS = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Deploy *v2*?' } },
  {
    type: 'actions',
    block_id: 'decision',
    elements: [
      button('approve', 'Approve', { style: 'primary' }),
      button('fail', 'Reject', {
        style: 'danger',
        confirm: {
          title: plain('Reject it?'),
          text: plain('This ends the deployment.'),
          confirm: plain('Yes, reject'),
        },
      }),
    ],
  },
  {
    type: 'actions',
    block_id: 'place',
    elements: [
      {
        type: 'static_select',
        action_id: 'where',
        placeholder: plain('Where'),
        options: ['Test', 'Production'].map((text) => ({ text: plain(text), value: text.toLowerCase() })),
      },
    ],
  },
  {
    type: 'input',
    block_id: 'why',
    label: plain('Reason'),
    element: { type: 'plain_text_input', action_id: 'reason', multiline: true },
  },
]

const LONG = 'W'.repeat(150)
const ONE_OPTION = [{ text: plain(LONG), value: 'w' }]

/** Controls whose names no program should choose. */
const LONG_BLOCKS = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Long' } },
  {
    type: 'actions',
    block_id: 'long',
    elements: [
      button('one', LONG),
      button('two', 'Reject it, with a name that is longer than the window of a phone is wide, and still goes on'),
      { type: 'static_select', action_id: 'menu', placeholder: plain(LONG), options: ONE_OPTION },
      { type: 'checkboxes', action_id: 'ticks', placeholder: plain(LONG), options: ONE_OPTION },
      { type: 'datepicker', action_id: 'day', placeholder: plain(LONG) },
    ],
  },
  {
    type: 'input',
    block_id: 'field',
    label: plain(LONG),
    hint: plain(LONG),
    element: { type: 'plain_text_input', action_id: 'f' },
  },
]

/** A bot of Ada sends controls to a topic. */
async function sendsControls(topic: string, blocks: object[] = BLOCKS): Promise<void> {
  const short_name = `controls-${Math.random().toString(36).slice(2, 8)}`
  const { user_id: bot_id } = await asks('ada', 'POST /bots', {
    full_name: `Bot ${short_name}`,
    short_name,
    bot_type: 2,
  })
  await asks('ada', `PUT /parley/bots/${bot_id}/press_address`, { url: address })
  const [general] = (await asks('ada', 'GET /streams')).streams.filter(
    ({ name }: { name: string }) => name === 'general',
  )
  const { urls } = await asks('ada', `POST /parley/bots/${bot_id}/addresses`, { stream_id: general.stream_id, topic })
  await fetch(urls.slack, { method: 'POST', body: JSON.stringify({ blocks }) })
}

test('controls are drawn below their text, pressed with the keyboard, and show what the program answered', async () => {
  const topic = newTopic()
  await sendsControls(topic)
  const page = await opens('ben', {}, topicHash(topic))
  const row = rowOf(page, 'Deploy v2?')
  const controls = row.getByRole('form', { name: 'Buttons' })
  await controls.getByRole('button', { name: 'Approve' }).waitFor()
  // The line for other clients is not drawn.
  await expect.poll(() => row.getByText('In the web client').count()).toBe(0)

  await controls.getByRole('textbox', { name: 'Reason' }).fill('tested')
  await controls.getByRole('combobox', { name: 'Where' }).selectOption('production')
  expect(received).toEqual([])
  await controls.getByRole('button', { name: 'Send: Where' }).press('Enter')
  await controls.getByText('The program has it.').waitFor()
  expect(received.at(-1)).toMatchObject({
    actions: [{ action_id: 'where', selected_option: { value: 'production' } }],
    state: { values: { why: { reason: { value: 'tested' } } } },
  })

  await controls.getByRole('button', { name: 'Reject' }).press('Enter')
  await page.getByRole('dialog', { name: 'Reject it?' }).getByRole('button', { name: 'Yes, reject' }).press('Enter')
  await controls.getByText('it answered with status 500').waitFor()

  await controls.getByRole('button', { name: 'Approve' }).press('Enter')
  const after = rowOf(page, 'Approved').getByRole('form', { name: 'Buttons' })
  // The event comes before the answer, until which no other control can be pressed.
  await after.getByRole('button', { name: 'Undo', disabled: false }).press('Enter')
  await after.getByText('Only you see this.').waitFor()
  await after.locator('strong', { hasText: 'live' }).waitFor()
  expect(received.map(({ actions }) => actions[0]?.action_id)).toEqual(['where', 'fail', 'approve', 'ask'])
})

test('a field that has a wrong value is shown, and nothing is sent', async () => {
  const topic = newTopic()
  const fields = [
    { type: 'number_input', action_id: 'Machines', min_value: '1', max_value: '3', is_decimal_allowed: false },
    { type: 'number_input', action_id: 'Price', is_decimal_allowed: true },
    { type: 'email_text_input', action_id: 'Owner' },
  ].map((element) => ({ type: 'input', block_id: element.action_id, label: plain(element.action_id), element }))
  const section = { type: 'section', text: { type: 'mrkdwn', text: 'How many?' } }
  await sendsControls(topic, [section, ...fields, { type: 'actions', elements: [button('order', 'Order')] }])
  const page = await opens('ben', {}, topicHash(topic))
  const controls = rowOf(page, 'How many?').getByRole('form', { name: 'Buttons' })
  const before = received.length
  const field = (name: string) => controls.getByLabel(name).and(controls.locator('input'))
  const order = () => controls.getByRole('button', { name: 'Order' }).press('Enter')
  await field('Owner').fill('ada')
  await order()
  expect(await field('Owner').evaluate((element) => element === document.activeElement)).toBe(true)
  await field('Owner').fill('ada@example.com')
  // What another user does to the message leaves what is written.
  const narrow = JSON.stringify([{ operator: 'topic', operand: topic }])
  const { messages } = await asks('ada', 'GET /messages', { narrow, anchor: 'newest', num_before: 1, num_after: 0 })
  await asks('ada', `POST /messages/${messages[0].id}/reactions`, { emoji_name: 'tada' })
  await rowOf(page, 'How many?').getByRole('button', { name: 'tada' }).waitFor()
  await expect.poll(() => field('Owner').inputValue()).toBe('ada@example.com')
  for (const wrong of ['4', '1.5']) {
    await field('Machines').fill(wrong)
    await order()
    await controls.getByText('The value of Machines does not fit').waitFor()
    await field('Machines').fill('')
  }
  await field('Machines').fill('2')
  expect(received).toHaveLength(before)
  await field('Price').fill('0.25')
  await order()
  await expect.poll(() => received.length).toBe(before + 1)
  expect(received.at(-1)?.state?.values).toMatchObject({ Machines: { Machines: { value: '2' } } })
})

test('long names of controls break, and nothing leaves the message', async () => {
  const topic = newTopic()
  await sendsControls(topic, LONG_BLOCKS)
  const page = await opens('ben', { viewport: { width: 390, height: 800 } }, topicHash(topic))
  const controls = rowOf(page, 'Long').getByRole('form', { name: 'Buttons' })
  await controls.getByRole('button', { name: 'Reject it' }).waitFor()
  const outside = await controls.evaluate((form) => {
    const { right } = form.getBoundingClientRect()
    const wider = [...form.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right + 1)
    return [right > innerWidth, ...wider.map(({ localName, className }) => `${localName}.${className}`)]
  })
  expect(outside.filter((name) => !String(name).startsWith('option'))).toEqual([false])
})
