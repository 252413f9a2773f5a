import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { boolean, optional } from '../../../api/params'
import type { Config } from '../../../config'
import { endpoint } from '../../../edge'
import { fetchOutside, type OutsidePolicy, type OutsideRequest } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { anyUser } from '../../people/users/callers'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { callFailed, notConfigured, unknownZoomUser } from './errors'

const PROVIDER = { provider: 'Zoom' }
/** Zoom's code for an email address without a user. */
const NO_USER = 1001

const tokenShape = v.object({ access_token: v.string() })
const meetingShape = v.object({ join_url: v.pipe(v.string(), v.startsWith('https://'), v.maxLength(2000)) })
const problemShape = v.object({ code: v.number() })

export const createZoomCall = endpoint.twoStep({
  route: 'POST /calls/zoom/create',
  summary: 'Create a Zoom call, which belongs to the Zoom user with the email address of the caller.',
  caller: anyUser,
  params: { is_video_call: optional(boolean(), true) },
  returns: { url: v.string() },
  errors: [notConfigured, callFailed, unknownZoomUser],
  decide: (realm, actor) => {
    const { zoom } = realm.config.calls
    if (zoom === undefined) throw notConfigured(PROVIDER)
    return { begun: { zoom, email: actor.delivery_email, policy: outsidePolicy(realm) } }
  },
  work: async (_, { zoom, email, policy }, { is_video_call }) => ({
    url: await newMeeting(zoom, policy, { email, is_video_call }),
  }),
  finish: (_realm, _actor, { url }: { url: string }) => ({ url }),
})

type Zoom = NonNullable<Config['calls']['zoom']>

async function newMeeting(
  zoom: Zoom,
  policy: OutsidePolicy,
  { email, is_video_call }: { email: string; is_video_call: boolean },
): Promise<string> {
  const token = await tokenOf(zoom, policy)
  const settings = { host_video: is_video_call, participant_video: is_video_call }
  const answer = await post(policy, {
    url: `${zoom.api_url}/v2/users/${encodeURIComponent(email)}/meetings`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings, default_password: true }),
  })
  const problem = v.safeParse(problemShape, answer)
  if (problem.success && problem.output.code === NO_USER) throw unknownZoomUser({})
  const meeting = v.safeParse(meetingShape, answer)
  if (!meeting.success) throw callFailed(PROVIDER)
  return meeting.output.join_url
}

async function tokenOf({ url, account_id, client_id, client_secret }: Zoom, policy: OutsidePolicy): Promise<string> {
  const credential = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await post(policy, {
    url: `${url}/oauth/token`,
    headers: { authorization: `Basic ${credential}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'account_credentials', account_id }).toString(),
  })
  const token = v.safeParse(tokenShape, answer)
  if (!token.success) throw callFailed(PROVIDER)
  return token.output.access_token
}

async function post(policy: OutsidePolicy, request: OutsideRequest): Promise<unknown> {
  const result = await fetchOutside(policy, purposes.video_calls, { ...request, method: 'POST' })
  if ('failure' in result) throw callFailed(PROVIDER)
  return parseJson(await result.response.text())
}
