import * as v from 'valibot'
import { boolean, optional } from '../../../api/params'
import { endpoint, step } from '../../../edge'
import { anyone, anyUser } from '../../people/users/callers'
import { outsidePolicy, sentFrom } from '../../realm/settings/outside-policy'
import { callFailed, invalidZoomToken, notConfigured, unknownZoomUser, ZOOM_NAME } from './errors'
import { meetingInAccount, meetingOfUser } from './zoom'
import { forgetZoomTokens, readZoomTokens, writeZoomTokens } from './zoom-tokens'
import type { ZoomTokens } from './zoom-rules'

type Refused = { refresh_token: string }

/** Zoom no longer accepts the tokens. If the user has connected Zoom again meanwhile, the new tokens stay. */
const forget = step((realm, actor: { user_id: number }, { refresh_token }: Refused): object => {
  if (readZoomTokens(realm, actor.user_id)?.refresh_token === refresh_token) forgetZoomTokens(realm, actor.user_id)
  return {}
})

export const createZoomCall = endpoint.twoStep({
  route: 'POST /calls/zoom/create',
  summary: 'Create a Zoom call.',
  note: 'If the deployment has an account at Zoom, the call belongs to its user with the email address of the caller. Otherwise, the call belongs to the account that the caller has connected. Without one, a client opens `/calls/zoom/register` in a browser, and waits for the event `has_zoom_token`.',
  caller: anyUser,
  params: { is_video_call: optional(boolean(), true) },
  returns: { url: v.string() },
  errors: [notConfigured, callFailed, unknownZoomUser, invalidZoomToken],
  steps: { forget },
  decide: (realm, { user_id, delivery_email: email }) => {
    const { zoom } = realm.config.calls
    if (zoom === undefined) throw notConfigured(ZOOM_NAME)
    const tokens = zoom.account_id === undefined ? readZoomTokens(realm, user_id) : undefined
    if (zoom.account_id === undefined && tokens === undefined) throw invalidZoomToken({})
    return { begun: { at: { zoom, policy: outsidePolicy(realm) }, email, tokens, now: realm.now() } }
  },
  work: async (edge, { at: decided, email, tokens, now }, { is_video_call }) => {
    const at = sentFrom(edge, decided)
    if (tokens === undefined) return { url: await meetingInAccount(at, { email, is_video_call }) }
    const made = await meetingOfUser(at, { tokens, now, is_video_call })
    if (made !== undefined) return made
    await edge.ask(forget, { refresh_token: tokens.refresh_token })
    throw invalidZoomToken({})
  },
  finish: (realm, { user_id }, { url, renewed }: { url: string; renewed?: ZoomTokens | undefined }) => {
    if (renewed) writeZoomTokens(realm, user_id, renewed)
    return { url }
  },
})

export const deauthorizeZoom = endpoint.public({
  route: 'POST site:/calls/zoom/deauthorize',
  summary: 'The address to which Zoom reports that a user removed this app there. The tokens end at Zoom.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => Response.json({ result: 'success', msg: '' }),
})
