import { createHmac } from 'node:crypto'
import { sameSecret, type Credential } from '../../../../api/callers'
import { BoundedCache } from '../../../../store/bounded-cache'

/** For so long a client may answer an offer without the realm. A client that lost a right meanwhile is closed at the media server once more. */
export const PASS_SECONDS = 15
/** The Worker writes a pass after the realm has decided, so a bit later. */
export const CLOSED_AGAIN_AFTER_SECONDS = 20
export const MAX_PASS_CHARACTERS = 500
export const OFFER_CHARACTERS = 12
const MAX_SPENT_BYTES = 1_000_000

/** Who may answer an offer: one participant of one call, with the credential of the request for tracks. */
export type PassClaim = {
  realm_name: string
  call_id: number
  participant: number
  credential: Credential | undefined
}
/** `offer`: random, so that each offer has a pass of its own. */
type Signed = PassClaim & { session_id: string; expires_at: number; offer: string }

/** Returns the proof that the realm has just allowed a participant to receive in this session. Only the Worker can write it. */
export const passFor = (secret: string, signed: Signed): string =>
  `${signed.expires_at}.${signed.session_id}.${signed.offer}.${signatureOf(secret, signed)}`

/** Returns the session that a pass is for, if the Worker wrote it for this claim, and if it is still valid. */
export function sessionOfPass(
  pass: string,
  secret: string,
  { now, ...claim }: PassClaim & { now: number },
): string | undefined {
  const [expiry = '', session_id = '', offer = ''] = pass.split('.')
  const expires_at = Number(expiry)
  if (!(expires_at >= now && expires_at <= now + PASS_SECONDS)) return undefined
  return sameSecret(pass, passFor(secret, { ...claim, session_id, expires_at, offer })) ? session_id : undefined
}

/** The passes that this isolate has seen. Only the Worker writes passes, and the realm counts the requests that bring one. */
const spent = new BoundedCache<true>(MAX_SPENT_BYTES)

/** Returns whether a valid pass is new here. The realm is asked for a second answer, and limits how many there are. */
export function spend(pass: string): boolean {
  if (spent.has(pass)) return false
  spent.set(pass, true)
  return true
}

function signatureOf(
  secret: string,
  { realm_name, call_id, participant, credential, session_id, expires_at, offer }: Signed,
): string {
  const text = JSON.stringify([realm_name, call_id, participant, credential ?? null, session_id, expires_at, offer])
  const key = createHmac('sha256', secret).update('pass for answers').digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}
