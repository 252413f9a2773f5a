import { newBotOf } from './bots'
import { formOf, succeeded, type FieldValue, type Json, type Person } from './person'
import { send } from './request'

/** Creates an incoming webhook bot. */
export const newWebhookBot = (owner: Person, fields: Record<string, FieldValue> = {}): Promise<Person> =>
  newBotOf(owner, { bot_type: 2, ...fields })

type Sent = { query?: Record<string, FieldValue>; headers?: Record<string, string>; body?: unknown; method?: string }

/** Sends a delivery as a service does: it knows only an address with the key of the bot. */
export function deliver(
  bot: Person,
  service: string,
  { query, headers, body, method = 'POST' }: Sent,
): Promise<Response> {
  const parameters = formOf({ api_key: bot.account.api_key, ...query })
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const request = new Request(`${bot.realm_url}/api/v1/external/${service}?${parameters.toString()}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: text }),
  })
  return send(request)
}

/** Sends a delivery, and returns the answer. */
export const delivered = async (bot: Person, service: string, sent: Sent): Promise<Json> =>
  (await deliver(bot, service, sent)).json()

/** A delivery of GitHub that becomes a short message. */
export const PUBLISHED = {
  headers: { 'x-github-event': 'public' },
  body: {
    sender: { login: 'ada', html_url: 'https://github.com/ada' },
    repository: { name: 'engine', full_name: 'ada/engine', html_url: 'https://github.com/ada/engine' },
    unknown: { fields: ['are', 'skipped'] },
  },
}
export const PUBLISHED_TEXT = 'ada made the repository [ada/engine](https://github.com/ada/engine) public.'

/** Creates an address for the clients of other chat servers, and returns its URLs. */
export async function newAddress(owner: Person, bot: Person, fields: Record<string, FieldValue> = {}): Promise<Json> {
  return succeeded(await owner.post(`/parley/bots/${bot.id}/addresses`, fields))
}

/** Sends a message as a client of another chat server does. */
export const postTo = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  send(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
