import { realmLocator } from './api/realm-locator'
import { ApiError, type Refusal } from './api/errors'
import { logLine } from './api/log-line'
import { getEndpoint } from './catalogue'
import { configOf, type Variables } from './config'
import { EdgeRequest } from './edge-request'
import { EMAIL_BYTES_MAX } from './outside/received/header-fields'
import { databasesOf } from './store/databases'
import { readMailAddress } from './store/mail-addresses'

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
  const address = readMailAddress(message.to, config.mail_gateway)
  if (address === undefined) return message.setReject(UNKNOWN)
  if (message.rawSize > EMAIL_BYTES_MAX) return message.setReject(TOO_LARGE)
  const { realm_name } = address
  const url = new URL(`https://${config.mail_gateway}/`)
  const request_id = crypto.randomUUID()
  const edgeRequest = new EdgeRequest({
    endpoint: getEndpoint('POST /parley/emails'),
    request: new Request(url, { method: 'POST', body: message.raw }),
    url,
    client: { request_id, address: 'email', name: 'Email', vendor: config.vendor, realm_url: '', realm_name },
    credential: undefined,
    session: {},
    realms: realmLocator(env.REALM, env.GATEWAY),
    databases: databasesOf(env),
    bucket: env.FILES,
    config,
    ignored: [],
  })
  const refusal = await refusalTo(edgeRequest, message)
  if (refusal === undefined) return
  const { status, code, msg } = refusal
  logLine('warn', 'email_refused', { request_id, realm: realm_name, code })
  if (status === TOO_MANY_REQUESTS || status >= SERVER_ERROR) throw new Error(`The email was not received: ${code}`)
  message.setReject(msg)
}

async function refusalTo(
  edgeRequest: EdgeRequest,
  { to, from }: ForwardableEmailMessage,
): Promise<Refusal | undefined> {
  try {
    const answer = await edgeRequest.respond({ to, from })
    return answer.ok ? undefined : answer.refusal
  } catch (error) {
    if (error instanceof ApiError) return error.refusal
    throw error
  }
}
