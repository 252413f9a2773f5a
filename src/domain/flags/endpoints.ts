import * as v from 'valibot'
import { integer, list, text } from '../../api/params'
import { endpoint } from '../../edge'
import { invalidMessage } from '../messages/rules'
import { anyUser } from '../users/callers'
import { addFlag, markUnread, removeFlag } from './actions'
import { flagNotEditable, invalidFlag, invalidFlagOperation, isSettable, refusalOfFlag } from './rules'

export const updateFlags = endpoint({
  route: 'POST /messages/flags',
  summary: 'Mark messages as read, starred or collapsed, or no longer so.',
  caller: anyUser,
  params: { messages: list(integer()), op: text(), flag: text() },
  returns: { messages: v.array(v.number()), ignored_because_not_subscribed_channels: v.optional(v.array(v.number())) },
  errors: [invalidFlag, flagNotEditable, invalidFlagOperation, invalidMessage],
  decide: (realm, actor, { messages, op, flag }) => {
    const refusal = refusalOfFlag(flag, op)
    if (refusal) throw refusal
    if (!isSettable(flag)) throw flagNotEditable({ flag })
    if (op === 'add') return { messages: addFlag(realm, actor, flag, messages) }
    return flag === 'read' ? markUnread(realm, actor, messages) : { messages: removeFlag(realm, actor, flag, messages) }
  },
})
