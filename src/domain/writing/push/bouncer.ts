import { hash } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import type { Config } from '../../../config'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import type { PushToken } from '../../people/push-devices/rules'
import { BOUNCER_FAILED, BOUNCER_UNREACHABLE, NOT_AUTHORIZED } from './rules'

/**
 * The bouncer is a service that sends notifications to the push services of Apple and Google. It identifies this server by
 * the organization and key of the configuration, and a realm by a UUID. The requests are:
 *
 *   POST {url}/api/v1/remotes/push/e2ee/register   realm_uuid, push_account_id or token_id, bouncer_public_key,
 *        encrypted_push_registration → device_id
 *   POST {url}/api/v1/remotes/push/e2ee/notify     realm_uuid, push_requests: each device_id, push_account_id,
 *        encrypted_data (base64, see seal.ts), priority; or token_id, push_key_id, encrypted_data (base64, see secretbox.ts),
 *        priority → delete_device_ids: phones and tokens that no longer exist
 *   POST {url}/api/v1/remotes/push/notify          realm_uuid, push_requests: each devices (token_kind, token,
 *        ios_app_id) and payload
 *   POST {url}/api/v1/remotes/push/test_notification   realm_uuid, devices
 *
 * Requests and responses are JSON. An error has a `code`.
 */
export type BouncerRequest = 'e2ee/register' | 'e2ee/notify' | 'notify' | 'test_notification'

/** The answer of the bouncer. An error that is final would be the same for the next attempt. */
export type BouncerAnswer =
  | { ok: true; device_id?: string; delete_device_ids: string[] }
  | { ok: false; code: string; isFinal: boolean; retry_after?: string | null }

const TOO_MANY_REQUESTS = 429

/** Sends a request to the bouncer, and returns its answer. Does not throw. */
export async function askBouncer(config: Config, request: BouncerRequest, body: object): Promise<BouncerAnswer> {
  const { url, organization, key } = config.push_bouncer
  const result = await fetchOutside(config.outside, purposes.push, {
    url: `${url}/api/v1/remotes/push/${request}`,
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${organization}:${key}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if ('failure' in result) return { ok: false, code: BOUNCER_UNREACHABLE, isFinal: false }
  const { status, headers } = result.response
  const answer = answerOf(status, await result.response.text())
  return answer.ok ? answer : { ...answer, retry_after: headers.get('retry-after') }
}

const answerShape = v.object({
  code: v.optional(v.string()),
  device_id: v.optional(v.union([v.string(), v.number()])),
  delete_device_ids: v.optional(v.array(v.union([v.string(), v.number()])), []),
})

function answerOf(status: number, text: string): BouncerAnswer {
  const answer = v.safeParse(answerShape, parseJson(text))
  if (status >= 200 && status < 300 && answer.success) {
    const { device_id, delete_device_ids } = answer.output
    const device = device_id === undefined ? {} : { device_id: String(device_id) }
    return { ok: true, ...device, delete_device_ids: delete_device_ids.map(String) }
  }
  if (status === 401 || status === 403) return { ok: false, code: NOT_AUTHORIZED, isFinal: false }
  if (status < 400 || status >= 500 || status === TOO_MANY_REQUESTS)
    return { ok: false, code: BOUNCER_FAILED, isFinal: false }
  return { ok: false, code: (answer.success ? answer.output.code : undefined) ?? 'BAD_REQUEST', isFinal: true }
}

/** Returns the UUID of a realm. It is computed from facts of the realm that never change, so it is not stored. */
export function realmUuid(realm: ReadOnlyRealm): string {
  const { string_id, host, created_at } = realmRow(realm)
  const digits = hash('sha256', `${string_id} ${host} ${created_at}`, 'hex')
  const [a, b, c, d, e] = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 15),
    digits.slice(15, 18),
    digits.slice(18, 30),
  ]
  return `${a}-${b}-8${c}-8${d}-${e}`
}

export const bouncerDevice = ({ token_kind, token, ios_app_id }: PushToken) => ({ token_kind, token, ios_app_id })
