import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { take } from '../../messages/narrows/pages'
import { ofConversation } from '../../messages/narrows/sources'
import { Reading } from '../../messages/access/access'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import { findTopic } from '../../channels/topics/storage'
import { removeVisibilityPolicies } from '../../channels/user-topics/actions'
import { mustBeAdministrator } from '../../people/users/callers'
import { stillLetIn } from '../../people/users/keys'
import { isAdministrator } from '../../people/users/rules'
import { deleteMessages } from './actions'

const MESSAGES_PER_BATCH = 100
const PATIENCE_SECONDS = 50

export type TopicNamed = { stream_id: number; topic_name: string }

/**
 * Deletes what an administrator can read of a topic, the newest first. Each batch is a transaction of its own and others
 * have their turn between two, so a long topic holds nobody up. False when time ran out: what is gone is gone, and asking
 * again goes on from there.
 */
export async function deleteTopic(realm: Realm, actor_id: number, place: TopicNamed): Promise<boolean> {
  const deadline = realm.now() + PATIENCE_SECONDS
  for (;;) {
    const isMoreLeft = realm.transaction(() => deleteNewest(realm, actor_id, place))
    if (!isMoreLeft) return true
    if (realm.now() >= deadline) return false
    await aTurnForOthers()
  }
}

function deleteNewest(realm: Realm, actor_id: number, { stream_id, topic_name }: TopicNamed): boolean {
  // Asked anew for each batch: meanwhile they may have gone, lost the right, or their sight of the channel.
  const actor = stillLetIn(realm, actor_id)
  if (!isAdministrator(actor)) throw mustBeAdministrator({})
  if (findReadableChannel(realm, actor, stream_id) === undefined) throw invalidChannelId({})
  const topic = findTopic(realm, stream_id, resolveTopicName(topic_name))
  if (topic === undefined) return false
  const whole = { sources: [ofConversation(realm, topic.id)], matches: () => true, wholeHistory: true }
  const newest = { direction: 'before' as const, bound: NEWEST_ANCHOR, most: MESSAGES_PER_BATCH }
  const rows = take(new Reading(realm, actor), whole, newest)
  if (rows.length > 0)
    deleteMessages(
      realm,
      topic,
      rows.map((row) => row.id),
    )
  // What somebody chose for a topic goes with it, unless others still see some of it that was not for these eyes.
  if (findTopic(realm, stream_id, topic.topic) === undefined) removeVisibilityPolicies(realm, topic)
  return rows.length === MESSAGES_PER_BATCH
}

function aTurnForOthers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 0)
  return promise
}
