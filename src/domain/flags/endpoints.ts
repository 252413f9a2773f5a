import * as v from 'valibot'
import { integer, list, text } from '../../api/params'
import { endpoint } from '../../edge'
import { anyUser } from '../users/callers'
import { addFlag, removeFlag } from './actions'
import { flagNotEditable, invalidFlag, invalidFlagOperation, isSettable, refusalOfFlag } from './rules'

export const updateFlags = endpoint({
  route: 'POST /messages/flags',
  summary: 'Mark messages as read, starred or collapsed, or no longer so.',
  caller: anyUser,
  params: { messages: list(integer()), op: text(), flag: text() },
  returns: { messages: v.array(v.number()), ignored_because_not_subscribed_channels: v.optional(v.array(v.number())) },
  errors: [invalidFlag, flagNotEditable, invalidFlagOperation],
  decide: (realm, actor, { messages, op, flag }) => {
    const refusal = refusalOfFlag(flag, op)
    if (refusal) throw refusal
    if (!isSettable(flag)) throw flagNotEditable({ flag })
    if (op === 'add') return { messages: addFlag(realm, actor, flag, messages) }
    const { messages: changed, ignored_because_not_subscribed_channels } = removeFlag(realm, actor, flag, messages)
    return flag === 'read' ? { messages: changed, ignored_because_not_subscribed_channels } : { messages: changed }
  },
})
