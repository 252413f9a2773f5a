import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'

/** A call that a link leads to. The link carries it, so the server stores nothing. */
const callShape = v.strictObject({
  realm: v.string(),
  meeting_id: v.string(),
  name: v.string(),
  voice_only: v.boolean(),
  /** The user who began the call. */
  moderator_id: v.number(),
})

export type Call = v.InferOutput<typeof callShape>

type Provider = { url: string; secret: string }

/** Returns the call as text that only this deployment can write. */
export function signedCall(call: Call, secret: string): string {
  const text = Buffer.from(JSON.stringify(call)).toString('base64url')
  return `${text}.${signatureOf(text, secret)}`
}

/** Returns the call of a text that `signedCall` wrote in this realm, or undefined. */
export function callIn(signed: string, realm: string, secret: string): Call | undefined {
  const [text = '', signature = '', ...rest] = signed.split('.')
  const [expected, given] = [Buffer.from(signatureOf(text, secret)), Buffer.from(signature)]
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const call = v.safeParse(callShape, parseJson(Buffer.from(text, 'base64url').toString()))
  return call.success && call.output.realm === realm ? call.output : undefined
}

// The purpose is part of it, so a checksum of the provider is no signature.
const signatureOf = (text: string, secret: string) =>
  createHmac('sha256', secret).update(`parley call ${text}`).digest('base64url')

/** Returns the address that creates the meeting, or finds it. */
export const createAddress = (provider: Provider, { meeting_id, name, voice_only }: Call): string =>
  addressOf(provider, 'create', { meetingID: meeting_id, name, lockSettingsDisableCam: String(voice_only) })

/** Returns the address at which a user enters the meeting. */
export function joinAddress(
  provider: Provider,
  { meeting_id, moderator_id }: Call,
  { user_id, full_name, createTime }: { user_id: number; full_name: string; createTime: string },
): string {
  const role = user_id === moderator_id ? 'MODERATOR' : 'VIEWER'
  return addressOf(provider, 'join', { meetingID: meeting_id, role, fullName: full_name, createTime })
}

function addressOf({ url, secret }: Provider, call: string, fields: Record<string, string>): string {
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return `${url}/api/${call}?${query}&checksum=${checksum}`
}

/** Returns when the provider created the meeting, as its XML says; undefined if it refused. */
export const createTimeIn = (xml: string): string | undefined =>
  /<returncode>\s*SUCCESS\s*<\/returncode>/.test(xml)
    ? /<createTime>\s*(\d{1,20})\s*<\/createTime>/.exec(xml)?.[1]
    : undefined
