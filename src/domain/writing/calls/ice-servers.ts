import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ReadOnlyRealm } from '../../../realm'

/** How long the credential of a relay is valid. A client that joins again gets another one. */
const CREDENTIAL_SECONDS = 24 * 3600

export const iceServer = named(
  'IceServer',
  v.strictObject({
    urls: v.array(v.string()),
    username: v.optional(v.string()),
    credential: v.optional(v.string()),
  }),
)

/**
 * Returns the servers with which browsers find a way to each other, and the relay if the deployment has one. The credential is that of
 * the usual REST API of TURN servers: an HMAC of the time until which it is valid. It names no user.
 */
export function iceServers(realm: ReadOnlyRealm, call_id: number): v.InferOutput<typeof iceServer>[] {
  const { stun_urls, turn } = realm.config.calls.direct
  const stun = stun_urls.length > 0 ? [{ urls: [...stun_urls] }] : []
  if (turn === undefined) return stun
  const username = `${realm.now() + CREDENTIAL_SECONDS}:${call_id}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [...stun, { urls: [...turn.urls], username, credential }]
}
