import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, composerOf, newPerson, newTopic, opens, rowOf, sends, topicHash } from './person'

// A program outside, which answers as its last command says.
let program: Server
let address = ''
const received: URLSearchParams[] = []

beforeAll(async () => {
  program = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const fields = new URLSearchParams(Buffer.concat(parts).toString())
      received.push(fields)
      const text = fields.get('text') ?? ''
      if (text === 'fail') return response.writeHead(500).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ response_type: text === 'all' ? 'in_channel' : 'ephemeral', text: `*done* ${text}` }),
      )
    })
  })
  await new Promise<void>((resolve) => {
    program.listen(0, '127.0.0.1', resolve)
  })
  const at = program.address()
  address = `http://127.0.0.1:${at === null || typeof at === 'string' ? 0 : at.port}/`
})

afterAll(() => program.close())

async function newCommand(): Promise<string> {
  const name = `deploy-${Math.random().toString(36).slice(2, 8)}`
  const bot = await asks('ada', 'POST /bots', { full_name: `Bot ${name}`, short_name: name, bot_type: 1 })
  const command = {
    name,
    description: 'Deploys a version.',
    usage_hint: '[version]',
    bot_id: bot.user_id,
    url: address,
  }
  await asks('ada', 'POST /parley/commands', command)
  return name
}

test('18. a command of the organization is completed and runs; only its user sees the answer', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  // The open client learns of the new command from an event.
  const name = await newCommand()
  const field = composerOf(page)
  await expect
    .poll(async () => {
      await field.fill('')
      await field.pressSequentially(`/${name.slice(0, -1)}`)
      return page.locator('.completion [role="option"]', { hasText: '[version] · Deploys a version.' }).count()
    })
    .toBe(1)
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`/${name} `)
  await field.pressSequentially('v2 now')
  await field.press('Control+Enter')
  const answer = page.locator('.command-answer')
  await answer.getByText('Only you see this.').waitFor()
  await answer.getByText('v2 now').waitFor()
  expect(received.at(-1)?.get('command')).toBe(`/${name}`)
  await expect.poll(() => field.inputValue()).toBe('')
  await answer.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => answer.count()).toBe(0)
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: topic }],
  })
  expect(messages).toHaveLength(1)
})

test('a public answer is a message of the bot, and a failed command keeps what was written and says why', async () => {
  const [topic, name] = [newTopic(), await newCommand()]
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await composerOf(page).fill(`/${name} all`)
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'done all').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
  await composerOf(page).fill(`/${name} fail`)
  await composerOf(page).press('Control+Enter')
  await page.getByRole('alert').getByText(`/${name} failed: it answered with status 500.`).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe(`/${name} fail`)
  await composerOf(page).fill('')
})

test('/dark changes the theme, an unknown command is a message, and /me stays one', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['hello'])
  const page = await opens(gus, {}, topicHash(topic))
  const writes = async (text: string) => {
    await composerOf(page).fill(text)
    await composerOf(page).press('Control+Enter')
  }
  await writes('/dark')
  await page.locator('.command-answer', { hasText: 'You now have the dark theme. To go back, type /light.' }).waitFor()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  await writes('/ping')
  await page.locator('.command-answer', { hasText: 'The server is there.' }).waitFor()
  await writes('/nothing here')
  await rowOf(page, '/nothing here').waitFor()
  await writes('/me waves')
  await rowOf(page, 'waves').waitFor()
  await expect.poll(() => rowOf(page, 'waves').locator('.body').textContent()).toBe('waves')
})
