import { integer, oneOf, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../../messages/message-index/rules'
import { anyUser } from '../../people/users/callers'
import { REPORT_TYPES } from '../../people/user-settings/report-types'
import { reportMessage } from './actions'
import { MAX_REPORT_DESCRIPTION_LENGTH, noModerationChannel, reportNeedsDescription } from './rules'

export const reportOneMessage = endpoint.decision({
  route: 'POST /messages/:message_id/report',
  summary: 'Report a message to the moderators.',
  caller: anyUser,
  params: {
    message_id: integer(),
    report_type: oneOf(REPORT_TYPES),
    description: optional(text(MAX_REPORT_DESCRIPTION_LENGTH), ''),
  },
  returns: {},
  errors: [invalidMessage, noModerationChannel, reportNeedsDescription],
  decide: (realm, actor, { message_id, report_type, description }) =>
    reportMessage(realm, actor, message_id, { report_type, description: description.trim() }),
})
