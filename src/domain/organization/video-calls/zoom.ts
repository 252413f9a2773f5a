import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import type { Config } from '../../../config'
import { fetchOutside, type Outside, type OutsidePolicy, type OutsideRequest } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { callFailed, unknownZoomUser, ZOOM_NAME } from './errors'
import { meetingShape, NO_USER, problemShape, tokensIn, type ZoomTokens } from './zoom-rules'

/** What the realm decides about requests to Zoom. */
export type ZoomAccess = { zoom: NonNullable<Config['calls']['zoom']>; policy: OutsidePolicy }

/** What a request to Zoom depends on. */
export type AtZoom = ZoomAccess & { policy: Outside }

type Meeting = { is_video_call: boolean }

const tokenShape = v.object({ access_token: v.string() })

/** Creates a meeting of the deployment's account, for its user with this address. Throws why there is none. */
export async function meetingInAccount(
  at: AtZoom,
  { email, ...meeting }: Meeting & { email: string },
): Promise<string> {
  const login = await tokenRequest(at, { grant_type: 'account_credentials', account_id: at.zoom.account_id ?? '' })
  const token = v.safeParse(tokenShape, login.body)
  if (!token.success) throw callFailed(ZOOM_NAME)
  const { body } = await newMeeting(at, { user: email, access_token: token.output.access_token, ...meeting })
  const problem = v.safeParse(problemShape, body)
  if (problem.success && problem.output.code === NO_USER) throw unknownZoomUser({})
  return addressIn(body)
}

type OfUser = Meeting & { tokens: ZoomTokens; now: number }

/**
 * Creates a meeting of the account that a user has connected. `renewed` are its new tokens, if the old ones had expired. Returns
 * undefined if Zoom no longer accepts the tokens.
 */
export async function meetingOfUser(
  at: AtZoom,
  { tokens, now, is_video_call }: OfUser,
): Promise<{ url: string; renewed?: ZoomTokens | undefined } | undefined> {
  const renewed = tokens.expires_at > now ? undefined : await redeem(at, renewal(tokens), now)
  if (renewed === 'refused') return undefined
  const { access_token } = renewed ?? tokens
  const { status, body } = await newMeeting(at, { user: 'me', access_token, is_video_call })
  return status === UNAUTHORIZED ? undefined : { url: addressIn(body), renewed }
}

/** Returns the tokens for a code that Zoom gave to the browser of a user, or `refused`. */
export const redeemCode = (at: AtZoom, { code, redirect_uri }: { code: string; redirect_uri: string }, now: number) =>
  redeem(at, { grant_type: 'authorization_code', code, redirect_uri }, now)

const renewal = ({ refresh_token }: ZoomTokens) => ({ grant_type: 'refresh_token', refresh_token })

async function redeem(at: AtZoom, grant: Record<string, string>, now: number): Promise<ZoomTokens | 'refused'> {
  const { status, body } = await tokenRequest(at, grant)
  const tokens = tokensIn(body, now)
  if (tokens !== undefined) return tokens
  // Other statuses say nothing about the grant: Zoom may be out of order.
  if (status === BAD_REQUEST || status === UNAUTHORIZED) return 'refused'
  throw callFailed(ZOOM_NAME)
}

const BAD_REQUEST = 400
const UNAUTHORIZED = 401

function tokenRequest({ zoom, policy }: AtZoom, grant: Record<string, string>): Promise<Answer> {
  const credential = Buffer.from(`${zoom.client_id}:${zoom.client_secret}`).toString('base64')
  return post(policy, {
    url: `${zoom.url}/oauth/token`,
    headers: { authorization: `Basic ${credential}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  })
}

function newMeeting(
  { zoom, policy }: AtZoom,
  { user, access_token, is_video_call }: Meeting & { user: string; access_token: string },
): Promise<Answer> {
  const settings = { host_video: is_video_call, participant_video: is_video_call }
  return post(policy, {
    url: `${zoom.api_url}/v2/users/${encodeURIComponent(user)}/meetings`,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings, default_password: true }),
  })
}

function addressIn(body: unknown): string {
  const meeting = v.safeParse(meetingShape, body)
  if (!meeting.success) throw callFailed(ZOOM_NAME)
  return meeting.output.join_url
}

type Answer = { status: number; body: unknown }

async function post(policy: Outside, request: OutsideRequest): Promise<Answer> {
  const result = await fetchOutside(policy, purposes.video_calls, { ...request, method: 'POST' })
  if ('failure' in result) throw callFailed(ZOOM_NAME)
  return { status: result.response.status, body: parseJson(await result.response.text()) }
}
