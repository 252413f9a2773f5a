import { createHmac } from 'node:crypto'
import { askAt } from '../api-client.ts'
import type { User } from '../parley/people.ts'
import type { Name, Place } from './people.ts'

/** A bot that was created, and its key. */
type Bot = { user_id: number; api_key: string }

export async function addBots(place: Place) {
  const { ask, url, people, channels } = place
  const { ada } = ask
  const create = (short_name: string, more: object) =>
    ada<Bot>('POST /bots', { short_name, full_name: `${short_name} bot`, ...more })
  const generic = await create('keeper', { bot_type: 1 })
  const incoming = await create('builds', { bot_type: 2 })
  const outgoing = await create('caller', {
    bot_type: 3,
    payload_url: JSON.stringify('http://127.0.0.1:9/hook'),
    interface_type: 1,
  })
  const asKeeper = askAt(url, { email: 'keeper-bot@localhost', api_key: generic.api_key })
  await asKeeper('PUT /bot_storage', { storage: { seen: '12' } })
  await ada(`POST /parley/bots/${incoming.user_id}/addresses`, { stream_id: channels.get('engineering') })
  await ada(`POST /parley/bots/${generic.user_id}/event_subscriptions`, {
    url: 'http://127.0.0.1:9/events',
    events: ['message', 'reaction'],
    all_public_streams: true,
  })
  await ada('POST /parley/commands', { name: 'weather', bot_id: generic.user_id, url: 'http://127.0.0.1:9/command' })
  const query = `api_key=${incoming.api_key}&stream=engineering`
  const hook = await fetch(`${url}/api/v1/external/json?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"build":{"name":"site","status":"passed"}}',
  })
  if (!hook.ok) throw new Error(`The delivery was answered with ${hook.status}`)
  await ada(`PUT /parley/bots/${incoming.user_id}/webhook_secret`, { secret: 'a secret of the builds' })
  const content = `@**caller bot|${outgoing.user_id}** are you there?`
  await ask.dov('POST /messages', { type: 'channel', to: 'engineering', topic: 'bots', content })
  await ada(`DELETE /bots/${people.fig.user_id}`)
  await ada(`POST /users/${people.fig.user_id}/reactivate`)
}

export async function addAccounts({ ask, channels }: Place) {
  const { ada } = ask
  const stream_ids = [channels.get('general')]
  await ada('POST /invites', { invitee_emails: 'new@parley.example', stream_ids })
  await ada('POST /invites/multiuse', { stream_ids })
  const { members } = await ada<{ members: User[] }>('GET /users')
  const gil = members.find(({ full_name }) => full_name === 'Gil Ray')
  if (gil === undefined) throw new Error('Gil has no account')
  await ada(`PATCH /users/${gil.user_id}`, { role: 300 })
  await ada(`DELETE /users/${gil.user_id}`)
  await ask.dov('PATCH /settings', { email: 'dov.peretz@parley.example' })
}

/** What only a session of a browser can do, soon after its user logged in. */
export async function useBrowser(place: Place) {
  const browser = await logIn(place, 'ada')
  const { token } = await browser('/json/parley/scim/tokens', { description: 'Directory' })
  const hana = { userName: 'hana@parley.example', name: { formatted: 'Hana Abe' }, active: true }
  const response = await fetch(`${place.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], ...hana }),
  })
  if (!response.ok) throw new Error(`The directory was answered with ${response.status}`)
  await browser('/json/parley/providers', {
    provider: 'work',
    kind: 'oidc',
    display_name: 'Work',
    issuer: 'https://login.example.com',
    client_id: 'parley',
    client_secret: 'a secret of the provider',
  })
  const other = await logIn(place, 'cleo')
  const { secret } = await other('/json/parley/factors/totp')
  await other('/json/parley/factors/totp/confirm', { code: oneTimeCode(secret) })
}

async function logIn({ url, people }: Place, who: Name) {
  const { email, password = '' } = people[who]
  const cookies = new Map<string, string>()
  const post = async (path: string, fields: Record<string, string> = {}): Promise<Record<string, string>> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const answer: Record<string, string> = await response.json()
    if (answer.result !== 'success') throw new Error(`${path}: ${answer.msg}`)
    return answer
  }
  await post('/json/login', { username: email, password })
  return post
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MILLISECONDS = 30_000

/** Returns the one-time code of now. */
function oneTimeCode(secret: string | undefined = '') {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MILLISECONDS)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
