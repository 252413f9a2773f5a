import type { Action, Life } from './life.ts'
import type { Json } from '../shared-parts.ts'
import { Client, outcomeOf } from './client.ts'
import { sendFile } from './files.ts'
import type { Organization } from './organization.ts'

// What an organization does beside chat: files, integrations, exports. What other servers answer is in `outside-servers.ts`.

/** Returns a client for a bot of the organization, which the first member has made. */
export async function botOf(organization: Organization, bot_type: number): Promise<Client | undefined> {
  const found = organization.bots.get(bot_type)
  if (found !== undefined) return found
  const [owner] = organization.members
  const short_name = `bot-${bot_type}`
  const more = bot_type === OUTGOING ? { payload_url: 'https://hooks.example.net/bot' } : {}
  const made: Json = await owner?.client.ask('POST', '/bots', { full_name: short_name, short_name, bot_type, ...more })
  if (made?.result !== 'success') return undefined
  const account = {
    ...made,
    email: `${short_name}-bot@${organization.realm_name}.parley.test`,
    full_name: short_name,
    place: 'Frankfurt',
  }
  const bot = new Client(organization.world, organization.url, account)
  organization.bots.set(bot_type, bot)
  return bot
}

export const INCOMING = 2
const OUTGOING = 3

/** The first member does what only owners may do. */
const asOwner = async (life: Life, method: string, path: string, fields = {}): Promise<string> =>
  outcomeOf(await life.organization.members[0]?.client.ask(method, path, fields))

export const AFFAIRS: Readonly<Record<string, Action>> = {
  'share a file': {
    weight: 2,
    run: async (life, { client }, pick) => {
      const bytes = Buffer.from(`Notes ${pick([1, 2, 3, 4, 5])}`)
      const file = await sendFile(client, '/user_uploads', { name: 'notes.txt', bytes })
      if (file?.result !== 'success') return outcomeOf(file)
      const content = `Look at [this](${file.url})`
      const sent = await client.ask('POST', '/messages', { type: 'channel', to: 'general', topic: 'lunch', content })
      if (sent?.result === 'success') life.organization.files.push(file.url)
      return outcomeOf(sent)
    },
  },
  'open a file': {
    weight: 2,
    run: async (life, { client }, pick) => {
      const { files } = life.organization
      if (files.length === 0) return 'nothing to open'
      try {
        const response = await client.fetch(pick(files))
        await response.arrayBuffer()
        return String(response.status)
      } catch {
        return 'lost'
      }
    },
  },
  'receive a delivery': {
    weight: 1,
    run: async ({ organization, done }, _actor, pick) => {
      const bot = await botOf(organization, INCOMING)
      if (bot === undefined) return 'no bot'
      const query = new URLSearchParams({ api_key: bot.account.api_key, stream: pick(['general', 'team-1']) })
      const body = JSON.stringify({ featured_title: `Day ${done}`, featured_url: 'https://example.com/' })
      return outcomeOf(
        await bot.send(`/api/v1/external/helloworld?${query}`, { method: 'POST', body, headers: AS_JSON }),
      )
    },
  },
  'ask a bot': {
    weight: 1,
    run: async ({ organization }, { client }, pick) => {
      const bot = await botOf(organization, OUTGOING)
      if (bot === undefined) return 'no bot'
      const content = `@**${bot.account.full_name}** ${pick(['help', 'status', 'silence'])}`
      return outcomeOf(await client.ask('POST', '/messages', { type: 'direct', to: [bot.id], content }))
    },
  },
  'preview links': {
    weight: 0.1,
    run: (life) => asOwner(life, 'PATCH', '/realm', { inline_url_embed_preview: true }),
  },
  'request an export': {
    weight: 0.2,
    run: (life, _actor, pick) =>
      asOwner(life, 'POST', '/export/realm', { export_type: pick(['public', 'full_with_consent']) }),
  },
  'log in': {
    weight: 1,
    run: async (_life, { client }) => {
      const { email, password } = client.account
      return outcomeOf(await client.ask('POST', '/fetch_api_key', { username: email, password }))
    },
  },
  'register a phone': {
    weight: 0.5,
    run: async (_life, { client }, pick) =>
      outcomeOf(await client.ask('POST', '/users/me/android_gcm_reg_id', { token: `token-${pick([1, 2, 3])}` })),
  },
}

const AS_JSON = { 'content-type': 'application/json' }
