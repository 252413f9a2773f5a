import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'

/** With these, the server creates meetings of the account that a user has connected. */
export type ZoomTokens = { access_token: string; refresh_token: string; expires_at: number }

/** Zoom's code for an email address without a user. */
export const NO_USER = 1001
export const problemShape = v.object({ code: v.number() })
export const meetingShape = v.object({ join_url: v.pipe(v.string(), v.startsWith('https://'), v.maxLength(2000)) })

const MAX_TOKEN_CHARACTERS = 10_000
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TOKEN_CHARACTERS))
const tokensShape = v.object({ access_token: token, refresh_token: token, expires_in: v.number() })

/** A token is renewed so long before it expires that a request with it arrives in time. */
const MARGIN_SECONDS = 60

/** Returns the tokens in an answer of Zoom, or undefined. */
export function tokensIn(body: unknown, now: number): ZoomTokens | undefined {
  const answer = v.safeParse(tokensShape, body)
  if (!answer.success) return undefined
  const { access_token, refresh_token, expires_in } = answer.output
  return { access_token, refresh_token, expires_at: now + expires_in - MARGIN_SECONDS }
}

type Sender = { realm: string; session_id: number }

/** Returns the state that Zoom sends back. It belongs to one session, so no user connects an account for another one. */
export const stateOf = (sender: Sender, secret: string): string =>
  JSON.stringify({ realm: sender.realm, sid: sidOf(sender, secret) })

const stateShape = v.object({ realm: v.string(), sid: v.string() })

export function isStateOf(sender: Sender, text: string, secret: string): boolean {
  const state = v.safeParse(stateShape, parseJson(text))
  if (!state.success) return false
  const [expected, given] = [Buffer.from(sidOf(sender, secret)), Buffer.from(state.output.sid)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const sidOf = ({ realm, session_id }: Sender, secret: string): string =>
  createHmac('sha256', secret).update(`parley zoom ${realm} ${session_id}`).digest('hex')
