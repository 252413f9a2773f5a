import { command, type Command } from '../command.ts'
import { Failure, USED_WRONGLY } from '../failure.ts'
import { dateOf } from '../table.ts'

const MAX_MESSAGES = 1000
const OPERATORS = ['channel', 'topic', 'sender'] as const

type Message = {
  timestamp: number
  sender_full_name: string
  type: string
  display_recipient: unknown
  subject: string
  content: string
}

export const messageCommands: Command[] = [
  command({
    name: 'send',
    operands: ['content'],
    summary: 'Sends a message to a channel and topic, or to users.',
    options: {
      channel: { summary: 'the name of the channel' },
      topic: { summary: 'the topic in the channel' },
      to: { summary: 'email addresses or ids of users, separated by commas' },
    },
    async run({ ask, options: { channel, topic, to }, operands: [content] }) {
      if ((channel === undefined) === (to === undefined)) throw new Failure('Give --channel or --to.', USED_WRONGLY)
      const recipients = to?.split(',').map((user) => (/^\d+$/.test(user) ? Number(user) : user))
      const target =
        channel === undefined
          ? { type: 'direct', to: recipients }
          : { type: 'channel', to: channel, topic: topic ?? '' }
      const { id } = await ask<{ id: number }>('POST /messages', { ...target, content })
      return { id }
    },
    print: ({ id }) => `Sent message ${id}.`,
  }),
  command({
    name: 'search',
    operands: ['word…'],
    summary: 'Shows the newest messages that contain all words.',
    options: {
      channel: { summary: 'only in this channel' },
      topic: { summary: 'only in this topic' },
      sender: { summary: 'only from this email address' },
      limit: { summary: 'the number of messages (default: 20)' },
    },
    async run({ ask, options, operands }) {
      const limit = Number(options.limit ?? 20)
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_MESSAGES)
        throw new Failure(`--limit is a number from 1 to ${MAX_MESSAGES}.`, USED_WRONGLY)
      const narrow = OPERATORS.flatMap((operator) => {
        const operand = options[operator]
        return operand === undefined ? [] : [{ operator: String(operator), operand }]
      })
      if (operands.length > 0) narrow.push({ operator: 'search', operand: operands.join(' ') })
      const page = { narrow, anchor: 'newest', num_before: limit, num_after: 0, apply_markdown: false }
      return (await ask<{ messages: Message[] }>('GET /messages', page)).messages
    },
    print: (messages) => messages.map(lineOf).join('\n'),
  }),
]

function lineOf({ timestamp, sender_full_name, type, display_recipient, subject, content }: Message) {
  const place = type === 'stream' ? `#${String(display_recipient)} > ${subject}` : 'direct message'
  return `${dateOf(timestamp)}  ${place}  ${sender_full_name}: ${content}`
}
