import { CURRENT, META } from '../../support/agents'
import { browserOf, OWN_PAGE } from '../../support/browser'
import { OAuthClient, REDIRECT_URI, VERIFIER } from '../../support/oauth'
import { formOf, succeeded } from '../../support/person'
import { selectRows } from '../../support/tables'
import type { Cases } from '../case'
import type { World } from '../world'

/** A page of the messages of a channel, as large as an answer may be. */
const READING = { channel: 'general', before: 100, content_chars: 4000 }

const MAX_AGENTS = 20
const MAX_CALLS = 500

/** A client with the longest id. */
const longClient = ({ cast }: World) =>
  OAuthClient.register(cast.realm.url, { redirect_uris: [REDIRECT_URI, `https://robot.example/${'x'.repeat(270)}`] })

type Crowd = Awaited<ReturnType<typeof newCrowd>>
const crowds = new WeakMap<World, Promise<Crowd>>()

/** Returns a user with as many agents as an account can have, and the tokens of the first one. */
function crowded(world: World): Promise<Crowd> {
  const crowd = crowds.get(world) ?? newCrowd(world)
  crowds.set(world, crowd)
  return crowd
}

async function newCrowd(world: World) {
  const person = world.cast.ada
  const client = await longClient(world)
  const browser = await browserOf(person)
  const tokens = await client.redeem(await client.codeFrom(browser))
  await selectRows(
    world.cast.realm,
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MAX_AGENTS - 1})
     INSERT INTO agents (user_id, client_id, client_name, host, scopes, channels, resource, family_hash, refresh_hash,
                         created_at, used_at, address)
     SELECT user_id, client_id, client_name, host, scopes, channels, resource, 'family ' || number, refresh_hash,
            created_at, used_at, address FROM agents, numbers`,
  )
  return { person, client, browser, tokens }
}

const withCookie = ({ cookie = '' }: { cookie?: string | undefined }) => ({ ...OWN_PAGE, cookie })

export const agentCases: Cases = {
  'POST site:/mcp': ({ cast }) => ({
    sender: cast.ada,
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': CURRENT,
      'mcp-method': 'tools/call',
      'mcp-name': 'get_messages',
    },
    fields: {},
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_messages', arguments: READING, _meta: META },
    }),
  }),
  'POST site:/oauth/register': () => ({
    fields: {},
    body: JSON.stringify({
      client_name: 'x'.repeat(1000),
      redirect_uris: [REDIRECT_URI],
      logo_uri: 'x'.repeat(15_000),
    }),
  }),
  'GET site:/oauth/authorize': async (world) => {
    const { client, browser } = await crowded(world)
    return { sender: 'no account', headers: withCookie(browser), fields: client.params({ state: 'x'.repeat(500) }) }
  },
  'POST site:/oauth/authorize': async (world) => {
    const { client, browser } = await crowded(world)
    const form = formOf({ ...client.params({ state: 'x'.repeat(500) }), 'scope_messages:read': '1' })
    return { sender: 'no account', headers: withCookie(browser), fields: {}, body: form }
  },
  'POST site:/oauth/token': async (world) => {
    const { client, browser } = await crowded(world)
    return {
      fields: {
        grant_type: 'authorization_code',
        code: await client.codeFrom(browser),
        client_id: client.client_id,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
        refresh_token: '',
        resource: '',
      },
    }
  },
  'POST site:/oauth/revoke': async (world) => ({ fields: { token: (await crowded(world)).tokens.refresh_token } }),
  'GET /parley/agents': async (world) => ({ sender: (await crowded(world)).person }),
  'DELETE /parley/agents/:agent_id': async (world) => {
    const { person } = await crowded(world)
    const { agents } = succeeded(await person.get('/parley/agents'))
    return { sender: person, fields: { agent_id: agents[0].agent_id } }
  },
  'GET /parley/agent_calls': async (world) => {
    const person = world.cast.ada
    await selectRows(
      world.cast.realm,
      `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MAX_CALLS})
       INSERT INTO agent_calls (user_id, agent_id, client, tool, is_refused, message_id, at)
       SELECT ${person.id}, number, 'MCP: a program with a long name', 'search_messages', 0, number, number FROM numbers`,
    )
    return { sender: person, fields: { limit: MAX_CALLS } }
  },
}
