import { command, type Command } from '../command.ts'
import { Failure, USED_WRONGLY } from '../failure.ts'
import { stateOf, type User } from '../people.ts'
import { table } from '../table.ts'

const TYPES: Record<string, number> = { generic: 1, 'incoming-webhook': 2, 'outgoing-webhook': 3 }
const TYPE_NAMES = Object.keys(TYPES).join(', ')
const typeName = (type: number | null) => Object.keys(TYPES).find((name) => TYPES[name] === type) ?? String(type)

function typeOf(name: string) {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (type === undefined) throw new Failure(`A type is one of ${TYPE_NAMES}.`, USED_WRONGLY)
  return type
}

function idOf(text: string) {
  if (!/^\d+$/.test(text))
    throw new Failure(`${text} is not the number of a bot. List them with: bots list`, USED_WRONGLY)
  return text
}

type Key = { user_id: number; api_key: string }

const printKey = ({ user_id, api_key }: Key) => `Bot ${user_id}, API key ${api_key}`

export const botCommands: Command[] = [
  command({
    name: 'bots list',
    summary: 'Lists your own bots, deactivated ones too.',
    options: { all: { type: 'boolean', summary: 'all bots of the organization' } },
    async run({ ask, options }) {
      const [{ user_id }, { members }] = await Promise.all([
        ask<User>('GET /users/me'),
        ask<{ members: User[] }>('GET /users'),
      ])
      return members.filter(({ is_bot, bot_owner_id }) => is_bot && (options.all || bot_owner_id === user_id))
    },
    print: (bots) =>
      table(bots, {
        ID: ({ user_id }) => user_id,
        NAME: ({ full_name }) => full_name,
        EMAIL: ({ email }) => email,
        TYPE: ({ bot_type }) => typeName(bot_type ?? null),
        OWNER: ({ bot_owner_id }) => bot_owner_id ?? '',
        STATE: stateOf,
      }),
  }),
  command({
    name: 'bots create',
    operands: ['short-name', 'full-name'],
    summary: 'Creates a bot, and prints its API key.',
    options: {
      type: { summary: `${TYPE_NAMES} (default: generic)` },
      'payload-url': { summary: 'where an outgoing webhook sends its messages' },
    },
    async run({ ask, options, operands: [short_name, full_name] }) {
      const bot_type = typeOf(options.type ?? 'generic')
      const payload_url = options['payload-url']
      if ((bot_type === TYPES['outgoing-webhook']) !== (payload_url !== undefined))
        throw new Failure('An outgoing webhook has a --payload-url, and no other bot has one.', USED_WRONGLY)
      const bot = { short_name, full_name, bot_type, ...(payload_url === undefined ? {} : { payload_url }) }
      const { user_id, api_key } = await ask<Key>('POST /bots', bot)
      return { user_id, api_key }
    },
    print: printKey,
  }),
  command({
    name: 'bots key',
    operands: ['id'],
    summary: 'Prints the API key of a bot that you manage.',
    async run({ ask, operands: [id] }) {
      const { api_key } = await ask<Key>(`GET /bots/${idOf(id)}/api_key`)
      return { user_id: Number(id), api_key }
    },
    print: printKey,
  }),
  command({
    name: 'bots renew-key',
    operands: ['id'],
    summary: 'Replaces the API key of a bot, and prints the new one. The old key stops working.',
    async run({ ask, operands: [id] }) {
      const { api_key } = await ask<Key>(`POST /bots/${idOf(id)}/api_key/regenerate`)
      return { user_id: Number(id), api_key }
    },
    print: printKey,
  }),
  changeBot('deactivate', 'Deactivates a bot.', (id) => `DELETE /bots/${id}`),
  changeBot('reactivate', 'Reactivates a bot.', (id) => `POST /users/${id}/reactivate`),
]

function changeBot(verb: string, summary: string, requestFor: (id: string) => string): Command {
  return command({
    name: `bots ${verb}`,
    operands: ['id'],
    summary,
    async run({ ask, operands: [id] }) {
      await ask(requestFor(idOf(id)))
      return { user_id: Number(id) }
    },
    print: ({ user_id }) => `Bot ${user_id} is ${verb}d.`,
  })
}
