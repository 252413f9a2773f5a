import { command, type Command } from '../command.ts'
import { withoutEnvelope, type Ask } from '../../api-client.ts'
import { table } from '../table.ts'

type Cost = { dollars: number; parts: { resource: string; amount: number; dollars: number }[] }

type Usage = {
  people: number
  active_people: number
  bots: number
  channels: number
  messages: number
  messages_of_30_days: number
  file_bytes: number
  days: { day: string; messages: number; requests: number; emails: number; pushes: number }[]
  plan_dollars: number
  with_web_sockets: Cost
  with_long_polls: Cost
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`

const requestUsage = async ({ ask }: { ask: Ask }) => withoutEnvelope(await ask<Usage>('GET /parley/usage'))

export const usageCommands: Command[] = [
  command({
    name: 'usage',
    summary: 'Shows what the organization uses, and what it did on each of the last days. For owners.',
    run: requestUsage,
    print: ({ people, active_people, bots, channels, messages, messages_of_30_days, file_bytes, days }) =>
      `${people} people, ${active_people} of them active, ${bots} ${bots === 1 ? 'bot' : 'bots'}, ${channels} channels
${messages} messages, ${messages_of_30_days} of them in the last 30 days; files of ${Math.ceil(file_bytes / 2 ** 20)} MiB

${table(days, {
  DAY: ({ day }) => day,
  MESSAGES: ({ messages: sent }) => sent,
  REQUESTS: ({ requests }) => requests,
  EMAILS: ({ emails }) => emails,
  PUSHES: ({ pushes }) => pushes,
})}`,
  }),
  command({
    name: 'cost',
    summary: 'Estimates what a month of the organization costs its operator. For owners.',
    async run(context) {
      const { plan_dollars, with_web_sockets, with_long_polls } = await requestUsage(context)
      return { plan_dollars, with_web_sockets, with_long_polls }
    },
    print: ({ plan_dollars, with_web_sockets, with_long_polls }) =>
      `A month costs about ${dollars(with_web_sockets.dollars)} with WebSockets, and ${dollars(with_long_polls.dollars)} with long polls.
Both contain the plan of the platform (${dollars(plan_dollars)}). Storage is extra.

${table(with_web_sockets.parts, {
  RESOURCE: ({ resource }) => resource,
  AMOUNT: ({ amount }) => Math.round(amount),
  DOLLARS: (part) => dollars(part.dollars),
})}`,
  }),
]
