import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { badRequest } from '../../../api/errors'
import { boolean, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'

/**
 * Clients ask these endpoints for the address of a new call. A deployment has no way yet to configure any of these
 * providers, so each request is refused with the provider's name. The specification has no such endpoint; the reference
 * server answers in the same way, and has the last three from later feature levels than this server's. Jitsi Meet needs
 * no request: the client makes the address.
 */
const notConfigured = badRequest((f: { provider: string }) => `${f.provider} is not configured.`)

const NAME_CHARACTERS_MAX = 255
const name = text(NAME_CHARACTERS_MAX)

const unconfigured = {
  caller: anyUser,
  returns: { url: v.string() },
  errors: [notConfigured, tooLong],
  isUnconfigured: true,
}

export const createBigBlueButtonCall = endpoint.decision({
  ...unconfigured,
  route: 'GET /calls/bigbluebutton/create',
  summary: 'Create a BigBlueButton call. No deployment can configure this provider yet.',
  params: { meeting_name: name, voice_only: optional(boolean(), false) },
  decide: () => {
    throw notConfigured({ provider: 'BigBlueButton' })
  },
})

export const createZoomCall = endpoint.decision({
  ...unconfigured,
  route: 'POST /calls/zoom/create',
  summary: 'Create a Zoom call. No deployment can configure this provider yet.',
  params: { is_video_call: optional(boolean(), true) },
  decide: () => {
    throw notConfigured({ provider: 'Zoom' })
  },
})

export const createConstructorGroupsCall = endpoint.decision({
  ...unconfigured,
  route: 'POST /calls/constructorgroups/create',
  summary: 'Create a Constructor Groups call. No deployment can configure this provider yet.',
  params: {},
  decide: () => {
    throw notConfigured({ provider: 'Constructor Groups' })
  },
})

export const createNextcloudTalkCall = endpoint.decision({
  ...unconfigured,
  route: 'POST /calls/nextcloud_talk/create',
  summary: 'Create a Nextcloud Talk call. No deployment can configure this provider yet.',
  params: { room_name: name },
  decide: () => {
    throw notConfigured({ provider: 'Nextcloud Talk' })
  },
})

export const createWebexCall = endpoint.decision({
  ...unconfigured,
  route: 'POST /calls/webex/create',
  summary: 'Create a Webex call. No deployment can configure this provider yet.',
  params: {},
  decide: () => {
    throw notConfigured({ provider: 'Webex' })
  },
})
