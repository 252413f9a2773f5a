import * as v from 'valibot'
import { boolean, optional } from '../../../../api/params'
import { isTopicResolved, RESOLVED_PREFIX } from '../../../channels/topics/rules'
import { getTopics } from '../../../messages/topic-list/endpoints'
import { updateMessage } from '../../../writing/editing/endpoints'
import { shortened } from '../answer-rules'
import { noTopicNamed } from '../rules'
import { tool } from '../tool'
import { channelIdOf } from './channels'
import { channel, describedAs, topic } from './params'

const topicsShape = v.object({ topics: v.array(v.object({ name: v.string(), max_id: v.number() })) })

const unresolved = (name: string): string => (isTopicResolved(name) ? name.slice(RESOLVED_PREFIX.length) : name)

export const resolveTopic = tool({
  name: 'resolve_topic',
  title: 'Resolve a topic',
  description: 'Marks a topic as resolved, or as open again.',
  scope: 'messages:write',
  effect: 'repeats',
  params: { channel: channel(), topic: topic(), resolved: describedAs(optional(boolean(), true), 'false: open again') },
  run: async (edge, { topic: requested, resolved, ...place }) => {
    const stream_id = await channelIdOf(edge, place.channel)
    const { topics } = v.parse(topicsShape, await edge.call(getTopics, { stream_id }))
    const open_name = unresolved(requested).toLowerCase()
    const found = topics.find(({ name }) => unresolved(name).toLowerCase() === open_name)
    if (found === undefined) throw noTopicNamed({ topic: shortened(requested) })
    const { name, max_id } = found
    if (isTopicResolved(name) !== resolved) {
      const renamed = resolved ? RESOLVED_PREFIX + name : unresolved(name)
      await edge.call(updateMessage, { message_id: max_id, topic: renamed, propagate_mode: 'change_all' })
    }
    return { channel_id: stream_id, is_resolved: resolved }
  },
})
