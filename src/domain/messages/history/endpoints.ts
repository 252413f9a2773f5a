import * as v from 'valibot'
import { boolean, integer, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { anyUser } from '../../people/users/callers'
import { historyDisabled, historyFor } from './histories'
import { loadVersions } from './history-response'
import { snapshotShape, snapshotsOf } from './snapshots'

export const getHistory = endpoint.decision({
  route: 'GET /messages/:message_id/history',
  summary: 'Fetch the edit history of a message: its state after each change, the oldest first.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: { message_id: integer(), allow_empty_topic_name: optional(boolean(), false) },
  returns: { message_history: v.array(snapshotShape) },
  errors: [invalidMessage, historyDisabled],
  decide: (realm, actor, { message_id, allow_empty_topic_name }) =>
    historyFor(realm, actor, message_id, allow_empty_topic_name),
  present: async (edge, { message, ...history }) => {
    const { id, sender_id, sent_at, topic } = message
    const [loaded, { found }] = await Promise.all([
      history.body ? undefined : edge.loadBodies([id], 0),
      loadVersions(edge, history, [id]),
    ])
    const body = history.body ?? loaded?.found.get(id)
    if (body === undefined) throw invalidMessage({})
    const { content, rendered_content } = body
    const { changes, lastOmitted } = found.histories.get(id) ?? { changes: [] }
    const beginning = lastOmitted ?? { user_id: sender_id, timestamp: sent_at }
    return { message_history: snapshotsOf({ topic, content, rendered_content }, beginning, changes, found.oldVersions) }
  },
})
