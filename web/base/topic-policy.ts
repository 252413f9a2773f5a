import type { UserTopic } from '../../client-state/wire'
import type { Client } from '../client/client'
import { policyOf } from '../store/conversations'
import { words } from '../words/en'
import { topicName } from './labels'

export const INHERIT = 0
export const MUTED = 1
export const UNMUTED = 2
export const FOLLOWED = 3

type Policy = UserTopic['visibility_policy']
type Topic = { stream_id: number; topic: string }

/** Mutes, unmutes or follows a topic. The notice restores what was before. */
export function setTopicPolicy(client: Client, { stream_id, topic }: Topic, visibility_policy: Policy): void {
  const before = policyOf(client.store.state, stream_id, topic)
  const change = (policy: Policy) =>
    client.ask('POST /user_topics', { stream_id, topic, visibility_policy: policy }).catch(client.report)
  void change(visibility_policy)
  client.setNotice({
    text: words.topicPolicy[visibility_policy]?.(topicName(client, topic)) ?? '',
    undo: () => void change(before),
  })
}
