import { realmLocator } from './api/realm-locator'
import { ApiError, type Refusal } from './api/errors'
import { logLine } from './api/log-line'
import { getEndpoint } from './catalogue'
import { configOf, type Config, type Variables } from './config'
import { EdgeRequest } from './edge-request'
import { OWN_EMAIL_FIELD } from './outside/received/automatic-rules'
import { MAX_EMAIL_BYTES, latin1 } from './outside/received/header-fields'
import { databasesOf } from './store/databases'
import { readMailAddress } from './store/mail-addresses'
import { randomUuid } from './store/randomness'

type EmailEnv = Variables & {
  DB: D1Database
  FILES: R2Bucket
  REALM: DurableObjectNamespace
  GATEWAY?: DurableObjectNamespace
}

const UNKNOWN = 'No user receives emails at this address'
const TOO_LARGE = 'The email is too large'
const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

/**
 * Receives an email from the platform's routing. It is the endpoint for emails, without a request. A rejected email goes back to
 * its sender. If the function throws, the sender's server tries again.
 */
export async function receivePlatformEmail(message: ForwardableEmailMessage, env: EmailEnv): Promise<void> {
  const config = configOf(env)
  if (message.rawSize > MAX_EMAIL_BYTES) return message.setReject(TOO_LARGE)
  const arrived = await arrivedEmail(message, config)
  const address = arrived && readMailAddress(arrived.to, config.mail_gateway)
  if (arrived === undefined || address === undefined) return message.setReject(UNKNOWN)
  const { realm_name } = address
  const url = new URL(`https://${config.mail_gateway}/`)
  const request_id = randomUuid()
  const edgeRequest = new EdgeRequest({
    endpoint: getEndpoint('POST /parley/emails'),
    request: new Request(url, { method: 'POST', body: arrived.body }),
    url,
    client: { request_id, address: 'email', name: 'Email', vendor: config.vendor, realm_url: '', realm_name },
    credential: undefined,
    session: {},
    realms: realmLocator(env.REALM, env.GATEWAY),
    databases: databasesOf(env),
    bucket: env.FILES,
    config,
    services: { pictures: undefined, models: undefined },
    ignored: [],
  })
  const refusal = await refusalTo(edgeRequest, { to: arrived.to, from: message.from })
  if (refusal === undefined) return
  const { status, code, msg } = refusal
  logLine('warn', 'email_refused', { request_id, realm: realm_name, code })
  if (status === TOO_MANY_REQUESTS || status >= SERVER_ERROR) throw new Error(`The email was not received: ${code}`)
  message.setReject(msg)
}

const BOUNCES_TO = new RegExp(`^${OWN_EMAIL_FIELD}:[ \\t]*([^\\s@]{1,64}@[^\\s@]{1,255})`, 'im')
const MAX_BOUNCE_BYTES = 2 ** 20

/**
 * Returns an email, and the address for which it is. A bounce may come to the sender of all emails: the header of the email that
 * it returns then has the address for bounces.
 */
async function arrivedEmail({ to, raw, rawSize }: ForwardableEmailMessage, { mail_from, mail_gateway }: Config) {
  if (readMailAddress(to, mail_gateway) !== undefined) return { to, body: raw }
  const isForSender = mail_from !== '' && to.toLowerCase() === mail_from.toLowerCase()
  if (!isForSender || rawSize > MAX_BOUNCE_BYTES) return undefined
  const body = await new Response(raw).arrayBuffer()
  const [, bounces_to] = BOUNCES_TO.exec(latin1(new Uint8Array(body))) ?? []
  const isForBounces = readMailAddress(bounces_to ?? '', mail_gateway)?.purpose.kind === 'bounce'
  return bounces_to !== undefined && isForBounces ? { to: bounces_to, body } : undefined
}

async function refusalTo(
  edgeRequest: EdgeRequest,
  { to, from }: Pick<ForwardableEmailMessage, 'to' | 'from'>,
): Promise<Refusal | undefined> {
  try {
    const answer = await edgeRequest.respond({ to, from })
    return answer.ok ? undefined : answer.refusal
  } catch (error) {
    if (error instanceof ApiError) return error.refusal
    throw error
  }
}
