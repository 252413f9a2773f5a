import { createHash } from 'node:crypto'
import { formOf, outcomeOf, type Client } from './client.ts'
import type { Action, Life } from './life.ts'
import type { Organization } from './organization.ts'
import { newcomer, Session } from './session.ts'
import type { Json } from '../shared-parts.ts'

// What a restore must not bring back: sessions, agents, and the accounts of users who deleted them.

const CALLBACK = 'http://localhost:7777/callback'
const VERIFIER = 'v'.repeat(50)
const FORM_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
type FormBody = string | URLSearchParams

/** The state of a moment has what is older than this when the restore begins. */
const PAUSES = [660_000, 900_000, 1_200_000] as const

/** What was given before a restore, and what says whether it still opens the organization. */
type Access = { what: string; at: number; opens: () => Promise<boolean> }

const GIVEN = new WeakMap<Organization, Access[]>()
const givenIn = (organization: Organization): Access[] => {
  const given = GIVEN.get(organization) ?? []
  GIVEN.set(organization, given)
  return given
}

function give(organization: Organization, what: string, opens: Access['opens']): void {
  givenIn(organization).push({ what, at: organization.world.scheduler.now, opens })
}

/** After a restore that began then, nothing opens the organization that was given earlier. */
export async function checkAccess(organization: Organization, began: number): Promise<void> {
  const earlier = givenIn(organization).filter(({ at }) => at < began)
  for (const { what, opens } of earlier)
    if (await opens()) organization.fail(`The organization was restored, and ${what} from before opens it`)
}

async function openBrowser({ organization }: Life, client: Client): Promise<string> {
  const session = await Session.begin(client)
  if (session === undefined) return 'no session'
  give(organization, 'a session', async () => (await session.ask('GET', '/users/me'))?.result === 'success')
  return 'success'
}

/** A user allows a program to act as an agent. https://datatracker.ietf.org/doc/html/rfc6749#section-4.1 */
async function connectAgent({ organization }: Life, client: Client): Promise<string> {
  const session = await Session.begin(client)
  if (session === undefined) return 'no session'
  const post = (path: string, body: FormBody, headers: Record<string, string> = {}) =>
    client.fetch(path, { method: 'POST', body, headers: { authorization: '', ...headers }, redirect: 'manual' })
  const answerTo = (fields: Record<string, string>): Promise<Json> =>
    post('/oauth/token', formOf(fields))
      .then((response) => response.json())
      .catch(() => ({}))
  try {
    const metadata = JSON.stringify({ client_name: 'Robot', redirect_uris: [CALLBACK] })
    const { client_id }: Json = await (await post('/oauth/register', metadata)).json()
    const redirect = { client_id, redirect_uri: CALLBACK }
    const requested = {
      response_type: 'code',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'messages:read',
      'scope_messages:read': '1',
      resource: `${organization.url}/mcp`,
    }
    const headers = { ...FORM_PAGE, cookie: session.cookie }
    const allowed = await post('/oauth/authorize', formOf({ ...redirect, ...requested }), headers)
    const code = new URL(allowed.headers.get('location') ?? CALLBACK).searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      ...redirect,
      code_verifier: VERIFIER,
      resource: requested.resource,
    }
    const { refresh_token } = await answerTo(form)
    if (refresh_token === undefined) return 'no token'
    const refresh = { grant_type: 'refresh_token', refresh_token, client_id }
    give(organization, 'an agent', async () => (await answerTo(refresh)).access_token !== undefined)
    return 'success'
  } catch {
    return 'lost'
  }
}

/** A user who was there at a moment deletes the account after it. */
async function deleteAccount({ organization }: Life, pause: number): Promise<string> {
  const session = await newcomer(organization, `leaver-${Math.floor(organization.world.scheduler.now)}-${pause}`)
  if (session === undefined) return 'no session'
  const { client } = session
  await client.world.scheduler.wait(pause)
  const answer = await session.erase()
  if (answer?.result === 'success') organization.ledger.leavers.push(client.account.email)
  return outcomeOf(answer)
}

export const BEFORE_RESTORES: Readonly<Record<string, Action>> = {
  'open a browser': { weight: 0, run: (life, { client }) => openBrowser(life, client) },
  'connect an agent': { weight: 0, run: (life, { client }) => connectAgent(life, client) },
  'delete an account': { weight: 0, run: (life, _actor, pick) => deleteAccount(life, pick(PAUSES)) },
}
