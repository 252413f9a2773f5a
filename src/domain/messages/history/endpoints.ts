import * as v from 'valibot'
import { boolean, integer, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { anyUser } from '../../people/users/callers'
import { historyDisabled, historyFor } from './histories'
import { loadVersions } from './old-versions-in-d1'
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
  complete: async (realm, { message, body, ...histories }) => {
    const [loaded, { found }] = await Promise.all([
      body ?? realm.bodies.loadOne(message.id),
      loadVersions(realm.databases.texts, histories, [message.id]),
    ])
    return { message, body: loaded, ...found }
  },
  present: (_, { message, body, histories, oldVersions }) => {
    const { id, sender_id, sent_at, topic } = message
    if (body === undefined) throw invalidMessage({})
    const { content, rendered_content } = body
    const { changes, lastOmitted } = histories.get(id) ?? { changes: [] }
    const beginning = lastOmitted ?? { user_id: sender_id, timestamp: sent_at }
    return { message_history: snapshotsOf({ topic, content, rendered_content }, beginning, changes, oldVersions) }
  },
})
