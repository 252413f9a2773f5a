import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { boolean, optional, text } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { anyoneOrUser, anyUser } from '../../people/users/callers'
import { outsidePolicy, sentFrom } from '../../realm/settings/outside-policy'
import { callIn, createAddress, createTimeIn, joinAddress, signedCall } from './big-blue-button-rules'
import { callFailed, invalidCall, notConfigured } from './errors'

const MAX_NAME_CHARACTERS = 255
const PROVIDER = { provider: 'BigBlueButton' }
const MEETING_ID_LENGTH = 20

export const createBigBlueButtonCall = endpoint.decision({
  route: 'GET /calls/bigbluebutton/create',
  summary: 'Get the address of a new BigBlueButton call. The call begins when its first user follows the address.',
  caller: anyUser,
  params: { meeting_name: text(MAX_NAME_CHARACTERS), voice_only: optional(boolean(), false) },
  returns: { url: v.string() },
  errors: [notConfigured, tooLong],
  decide: (realm, actor, { meeting_name, voice_only }) => {
    const { bigbluebutton } = realm.config.calls
    if (bigbluebutton === undefined) throw notConfigured(PROVIDER)
    const meeting_id = `parley-${realm.randomKey(MEETING_ID_LENGTH)}`
    const call = { realm: realm.name, meeting_id, name: meeting_name, voice_only, moderator_id: actor.user_id }
    return { url: `/calls/bigbluebutton/join?bigbluebutton=${signedCall(call, bigbluebutton.secret)}` }
  },
})

export const joinBigBlueButtonCall = endpoint.file({
  route: 'GET site:/calls/bigbluebutton/join',
  summary:
    'Enter a BigBlueButton call. The link in a message leads here, and a browser that is not logged in to the page to log in.',
  caller: anyoneOrUser,
  params: { bigbluebutton: text(4000) },
  serves: redirects('To the call, or to the page to log in.'),
  errors: [notConfigured, invalidCall, callFailed, tooLong],
  decide: (realm, actor, { bigbluebutton: signed }) => {
    const { bigbluebutton } = realm.config.calls
    if (bigbluebutton === undefined) throw notConfigured(PROVIDER)
    const call = callIn(signed, realm.name, bigbluebutton.secret)
    if (call === undefined) throw invalidCall({})
    const user = actor && { user_id: actor.user_id, full_name: actor.full_name }
    return { call, user, provider: bigbluebutton, policy: outsidePolicy(realm) }
  },
  serve: async (edge, decided) => {
    const { call, user, provider, policy } = sentFrom(edge, decided)
    if (user === undefined) {
      const { pathname, search } = new URL(edge.request.url)
      return redirectTo(`/login?${new URLSearchParams({ next: pathname + search }).toString()}`)
    }
    const result = await fetchOutside(policy, purposes.video_calls, { url: createAddress(provider, call) })
    const createTime =
      'response' in result && result.response.ok ? createTimeIn(await result.response.text()) : undefined
    if (createTime === undefined) throw callFailed(PROVIDER)
    return redirectTo(joinAddress(provider, call, { ...user, createTime }))
  },
})
