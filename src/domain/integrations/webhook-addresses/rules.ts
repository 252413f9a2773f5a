import { apiError, badRequest, type Refusal } from '../../../api/errors'
import { anomalousBody, malformedBody, malformedJson, nothingToShow } from '../../../integrations/errors'
import { channelDoesNotExist } from '../../channels/channels/rules'
import { invalidMessage } from '../../messages/message-index/rules'

export const ADDRESSES_PER_BOT = 50

export const tooManyAddresses = badRequest(() => `A bot has at most ${ADDRESSES_PER_BOT} addresses`)
export const noSuchAddress = badRequest(() => 'No such address')
export const channelIsArchived = apiError('CHANNEL_IS_ARCHIVED', () => 'The channel of this address is archived')

/** Why a message is refused, in the words that the formats of other servers share. */
export type Problem =
  | 'unknown address'
  | 'unreadable'
  | 'nothing to show'
  | 'no channel'
  | 'no message'
  | 'archived'
  | 'too many requests'
  | 'too large'
  | 'not allowed'
  | 'failed'

const PROBLEMS: Readonly<Record<string, Problem>> = {
  [channelDoesNotExist.code]: 'no channel',
  [channelIsArchived.code]: 'archived',
  [malformedJson.code]: 'unreadable',
  [anomalousBody.code]: 'unreadable',
  RATE_LIMIT_HIT: 'too many requests',
  REQUEST_TOO_LARGE: 'too large',
  INVALID_API_KEY: 'unknown address',
  USER_DEACTIVATED: 'unknown address',
  REALM_DEACTIVATED: 'unknown address',
  NONEXISTENT_SUBDOMAIN: 'unknown address',
}

export function problemOf({ code, msg, status }: Refusal): Problem {
  const problem = PROBLEMS[code]
  if (problem !== undefined) return problem
  if (status >= 500) return 'failed'
  if (msg === invalidMessage({}).message) return 'no message'
  if (msg === nothingToShow({}).message) return 'nothing to show'
  return msg === malformedBody({}).message ? 'unreadable' : 'not allowed'
}
