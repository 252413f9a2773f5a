import * as v from 'valibot'
import { boolean, integer, optional } from '../../api/params'
import { endpoint } from '../../edge'
import { invalidMessage } from '../messages/rules'
import { anyUser } from '../users/callers'
import { historyDisabled, historyFor } from './histories'
import { oldVersions } from './shown'
import { snapshotShape, snapshotsOf } from './snapshots'

export const getHistory = endpoint({
  route: 'GET /messages/:message_id/history',
  summary: 'What a message was after each change, the oldest first.',
  caller: anyUser,
  params: { message_id: integer(), allow_empty_topic_name: optional(boolean(), false) },
  returns: { message_history: v.array(snapshotShape) },
  errors: [invalidMessage, historyDisabled],
  decide: (realm, actor, { message_id, allow_empty_topic_name }) =>
    historyFor(realm, actor, message_id, allow_empty_topic_name),
  present: async (edge, { message, ...told }) => {
    const { id } = message
    const [loaded, versions] = await Promise.all([
      told.body ? undefined : edge.loadBodies([id]),
      oldVersions(edge, told),
    ])
    const body = told.body ?? loaded?.get(id)
    if (body === undefined) throw invalidMessage({})
    const changes = told.histories.get(id)?.changes ?? []
    return { message_history: snapshotsOf({ ...message, ...body }, changes, versions) }
  },
})
