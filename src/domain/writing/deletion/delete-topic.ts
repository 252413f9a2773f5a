import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { takeMessages } from '../../messages/narrows/take-messages'
import { messagesOfConversation } from '../../messages/narrows/sources'
import { MessageAccess } from '../../messages/access/access'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import { findTopic } from '../../channels/topics/lookup-storage'
import { removeVisibilityPolicies } from '../../channels/user-topics/actions'
import { mustBeAdministrator } from '../../people/users/callers'
import { isAdministrator } from '../../people/users/rules'
import { deleteMessages } from './actions'
import { getActiveUser } from '../../people/users/authentication'

const MESSAGES_PER_BATCH = 100
const TIME_LIMIT_SECONDS = 50

export type RequestedTopic = { stream_id: number; topic_name: string }

/**
 * Deletes all messages of a topic that an administrator can read, the newest first. Each batch is a transaction, and other
 * requests run between two batches. Returns false if the time limit was reached before the end. Then the client must send
 * the request again, which deletes the remaining messages.
 */
export async function deleteTopic(realm: Realm, actor_id: number, requested: RequestedTopic): Promise<boolean> {
  const deadline = realm.now() + TIME_LIMIT_SECONDS
  for (let bound = NEWEST_ANCHOR; ;) {
    const next = realm.transaction(() => deleteNewestBatch(realm, actor_id, requested, bound))
    if (next === undefined) return true
    bound = next
    if (realm.now() >= deadline) return false
    await runOtherRequests()
  }
}

/** Deletes messages below a bound. Returns the next bound, or undefined if no more messages are left. */
function deleteNewestBatch(
  realm: Realm,
  actor_id: number,
  { stream_id, topic_name }: RequestedTopic,
  bound: number,
): number | undefined {
  // Between two batches, the actor may have been deactivated, or may have lost the role or the access to the channel.
  const actor = getActiveUser(realm, actor_id)
  if (!isAdministrator(actor)) throw mustBeAdministrator({})
  if (findReadableChannel(realm, actor, stream_id) === undefined) throw invalidChannelId({})
  const topic = findTopic(realm, stream_id, resolveTopicName(topic_name))
  if (topic === undefined) return undefined
  const wholeTopic = { sources: [messagesOfConversation(realm, topic.id)], matches: () => true, wholeHistory: true }
  const scan = { direction: 'before' as const, bound, most: MESSAGES_PER_BATCH }
  const { rows, next } = takeMessages(new MessageAccess(realm, actor), wholeTopic, scan)
  if (rows.length > 0)
    deleteMessages(
      realm,
      topic,
      rows.map((row) => row.id),
    )
  // The topic still exists if it has messages that the actor cannot read. Then users keep their visibility policies.
  if (findTopic(realm, stream_id, topic.topic) === undefined) removeVisibilityPolicies(realm, topic)
  return next
}

function runOtherRequests(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 0)
  return promise
}
