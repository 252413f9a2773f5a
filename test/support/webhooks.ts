import { newBotOf } from './bots'
import { formOf, type FieldValue, type Json, type Person } from './person'
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
