import { outcomeOf, type Client } from './client.ts'
import { INCOMING, botOf } from './affairs.ts'
import { open } from './files.ts'
import type { Action, Life } from './life.ts'
import type { Json, Pick } from '../shared-parts.ts'

// Buttons and menus of a program that speaks Slack's language. `outside-servers.ts` answers what members press.

const plain = (text: string) => ({ type: 'plain_text', text })
const options = ['Tea', 'Coffee'].map((text) => ({ text: plain(text), value: text.toLowerCase() }))

const BLOCKS = [
  { type: 'section', text: plain('Anything to drink?') },
  {
    type: 'actions',
    block_id: 'order',
    elements: [
      { type: 'button', action_id: 'yes', text: plain('Yes') },
      { type: 'static_select', action_id: 'what', placeholder: plain('What'), options },
    ],
  },
]

/** The program of a bot sends a message with controls. */
async function offer({ organization }: Life, pick: Pick): Promise<string> {
  const owner = organization.members[0]?.client
  const bot = await botOf(organization, INCOMING)
  if (owner === undefined || bot === undefined) return 'no bot'
  const of = `/parley/bots/${bot.id}`
  await owner.ask('PUT', `${of}/press_address`, { url: 'https://hooks.example.net/press' })
  const made: Json = await owner.ask('POST', `${of}/addresses`, { stream_id: pick([1, 4]), topic: 'drinks' })
  if (made?.result !== 'success') return outcomeOf(made)
  const headers = { authorization: '', 'content-type': 'application/json' }
  const body = JSON.stringify({ blocks: BLOCKS })
  return open(bot, new URL(made.urls.slack).pathname, { method: 'POST', headers, body })
}

const WHAT = { block_id: 'order', action_id: 'what' }

/** A member presses the newest control, or one that is gone. */
async function press(life: Life, client: Client, pick: Pick): Promise<string> {
  const [found] = life.organization.query(
    `SELECT message_id FROM submessages WHERE msg_type = 'parley_controls' ORDER BY message_id DESC LIMIT 1`,
  )
  if (found === undefined) return offer(life, pick)
  const action_id = pick(['yes', 'what', 'gone'])
  const values = action_id === 'what' ? [{ ...WHAT, values: [pick(['tea', 'coffee', 'milk'])] }] : []
  const fields = { block_id: WHAT.block_id, action_id, values }
  return outcomeOf(await client.ask('POST', `/parley/messages/${found.message_id}/presses`, fields))
}

export const PRESSES: Readonly<Record<string, Action>> = {
  'offer controls': { weight: 0.5, run: (life, _actor, pick) => offer(life, pick) },
  'press a control': { weight: 3, run: (life, { client }, pick) => press(life, client, pick) },
}
