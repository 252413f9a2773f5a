import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'
import { notConfigured } from './errors'

/**
 * Clients of later feature levels ask these endpoints for the address of a new call. A deployment cannot configure these
 * providers, so each request is refused with the provider's name.
 */
const MAX_NAME_CHARACTERS = 255
const name = text(MAX_NAME_CHARACTERS)

const unconfigured = {
  caller: anyUser,
  returns: { url: v.string() },
  errors: [notConfigured, tooLong],
  isUnconfigured: true,
}

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
