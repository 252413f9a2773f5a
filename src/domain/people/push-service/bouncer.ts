import { parseJson } from '../../../api/parse-json'
import type { Config } from '../../../config'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes, type Purpose } from '../../../outside/purposes'
import { SVC_VERSION } from '../../realm/settings/limits'
import { BOUNCER_UNREACHABLE, failureOf, type BouncerFailure } from './rules'

/**
 * The bouncer is a service that sends notifications to the push services of Apple and Google. It identifies this server by the
 * UUID and key of the configuration, and a realm by its own UUID. Some requests are forms, and others are JSON:
 *
 *   form   server/analytics                realms, and how many people each has → which of them may send
 *   form   push/register, push/unregister, push/unregister/all     tokens that the bouncer can read
 *   form   push/e2ee/register              a token that only the bouncer can read
 *   JSON   push/notify, push/e2ee/notify, push/test_notification
 */
export type BouncerForm = { path: string; form: Record<string, string> }
export type BouncerRequest = BouncerForm | { path: string; json: object } | { path: string }

/** The answer of the bouncer. `fields` is its JSON, which the caller validates. */
export type BouncerAnswer = { ok: true; fields: unknown } | BouncerFailure

const FORM = 'application/x-www-form-urlencoded'

type Bouncer = Pick<Config, 'push_bouncer' | 'outside'>

/** Sends a request to the bouncer, and returns its answer. Does not throw. */
export async function askBouncer(
  { push_bouncer: { url, organization, key }, outside }: Bouncer,
  request: BouncerRequest,
  purpose: Purpose = purposes.push,
): Promise<BouncerAnswer> {
  const result = await fetchOutside(outside, purpose, {
    url: `${url}/api/v1/remotes/${request.path}`,
    ...bodyOf(request, {
      authorization: `Basic ${btoa(`${organization}:${key}`)}`,
      'user-agent': `ZulipServer/${SVC_VERSION}`,
    }),
  })
  if ('failure' in result) return { ok: false, code: BOUNCER_UNREACHABLE, msg: result.failure, retry: 'later' }
  const { status, headers } = result.response
  const text = await result.response.text()
  const fields = parseJson(text)
  if (status >= 200 && status < 300 && fields !== undefined) return { ok: true, fields }
  return { ...failureOf(status, text), retry_after: headers.get('retry-after') }
}

function bodyOf(request: BouncerRequest, headers: Record<string, string>) {
  if ('form' in request) {
    const body = new URLSearchParams(request.form).toString()
    return { method: 'POST', headers: { ...headers, 'content-type': FORM }, body } as const
  }
  if ('json' in request) {
    const body = JSON.stringify(request.json)
    return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body } as const
  }
  return { method: 'GET', headers } as const
}
