import { isAgentName } from '../../../api/callers'
import type { ParsedMarkdown } from '../../../markdown/parse'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { missingTopic } from '../../channels/topics/rules'
import { onlyUsers } from '../../people/users/events'
import { isHumanClient } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { resolveDirectRecipients, resolveTopicDestination } from '../sending/destinations'
import { renderForSending } from '../sending/render'
import { scheduledMessageRemoved, scheduledMessagesAdded, scheduledMessageUpdated } from './events'
import {
  deliveryNotInFuture,
  isReadByDefault,
  isWithinReach,
  nextWakeTime,
  nothingToChange,
  notScheduledByAgent,
  recipientRequired,
  refusalOfMore,
  scheduledMessageDoesNotExist,
  scheduledMessageWasSent,
  topicRequired,
} from './rules'
import type { PendingMessage, ScheduledMessage } from './scheduled-message'
import {
  charactersOf,
  deletePending,
  findPending,
  insertPending,
  scheduledMessageOf,
  scheduledMessagesOf,
  scheduledTotals,
  wasSent,
  writePending,
} from './storage'

/** A content, and its Markdown as the Worker parsed it. */
type ParsedContent = { content: string; parsed: ParsedMarkdown }

type RequestedDestination = { isDirect: boolean; to: number | number[]; topic?: string }

export type NewScheduledMessage = RequestedDestination &
  ParsedContent & { scheduled_delivery_timestamp: number; read_by_sender?: boolean }

/**
 * Stores a message that the server sends later. Throws the same errors as sending it now. The permissions are
 * checked again when the message is sent.
 */
export function scheduleMessage(realm: Realm, sender: User, message: NewScheduledMessage): ScheduledMessage {
  requireFuture(realm, message.scheduled_delivery_timestamp)
  const destination = resolveDestination(realm, sender, message, message)
  const pending = {
    ...destination,
    content: message.content,
    rendered_content: renderForSending(realm, sender, message.parsed.template).html,
    scheduled_delivery_timestamp: message.scheduled_delivery_timestamp,
    failed: false,
    sender_id: sender.user_id,
    parsed: message.parsed,
    client: realm.client.name,
    read_by_sender: message.read_by_sender ?? isReadBySender(realm, sender, destination.to),
  }
  requireSpace(realm, pending)
  const scheduled = scheduledMessageOf(insertPending(realm.sql, pending))
  wakeFor(realm, scheduled)
  realm.publish(scheduledMessagesAdded({ scheduled_messages: [scheduled] }), onlyUsers({ user_ids: [sender.user_id] }))
  return scheduled
}

export type ScheduledMessageChanges = Partial<RequestedDestination> & {
  newContent?: ParsedContent
  scheduled_delivery_timestamp?: number
}

/** Changes a message that was not sent. If sending it has failed, it needs a new time, and is then sent again. */
export function changeScheduledMessage(realm: Realm, sender: User, id: number, changes: ScheduledMessageChanges): void {
  if (Object.values(changes).every((value) => value === undefined)) throw nothingToChange({})
  const before = requireOwnMessage(realm, sender, id)
  const { scheduled_delivery_timestamp = before.scheduled_delivery_timestamp } = changes
  if (changes.scheduled_delivery_timestamp !== undefined || before.failed)
    requireFuture(realm, scheduled_delivery_timestamp)
  const after: PendingMessage = {
    ...before,
    ...changedMessage(realm, sender, before, changes),
    scheduled_delivery_timestamp,
    failed: false,
    client: realm.client.name,
  }
  requireSpace(realm, after, id)
  writePending(realm.sql, after)
  const scheduled_message = scheduledMessageOf(after)
  wakeFor(realm, scheduled_message)
  realm.publish(scheduledMessageUpdated({ scheduled_message }), onlyUsers({ user_ids: [sender.user_id] }))
}

/** Returns the scheduled messages of a user, for an agent only those in its channels. */
export const visibleScheduledMessages = (realm: ReadOnlyRealm, user: User): ScheduledMessage[] =>
  scheduledMessagesOf(realm.sql, user.user_id).filter((message) => isWithinReach(user, message))

/** Throws if an agent cancels a message that a person wrote: its text would be lost. */
export function cancelScheduledMessage(realm: Realm, sender: User, scheduled_message_id: number): void {
  const pending = findPending(realm.sql, sender.user_id, scheduled_message_id)
  if (pending === undefined || !isWithinReach(sender, pending)) throw scheduledMessageDoesNotExist({})
  if (isAgentName(realm.client.name) && !isAgentName(pending.client)) throw notScheduledByAgent({})
  deletePending(realm.sql, scheduled_message_id)
  realm.publish(scheduledMessageRemoved({ scheduled_message_id }), onlyUsers({ user_ids: [sender.user_id] }))
}

/** Throws if the sender has too many scheduled messages, or too long ones. `except` is a message that is replaced. */
function requireSpace(
  realm: ReadOnlyRealm,
  pending: Omit<PendingMessage, 'scheduled_message_id'>,
  except?: number,
): void {
  const totals = scheduledTotals(realm.sql, pending.sender_id, except)
  const refusal = refusalOfMore(totals, { characters: charactersOf(pending) })
  if (refusal) throw refusal
}

/** Returns a message of this sender. Throws the same error for those of other users as for those that do not exist. */
function requireOwnMessage(realm: ReadOnlyRealm, { user_id }: User, id: number): PendingMessage {
  const message = findPending(realm.sql, user_id, id)
  if (message) return message
  throw wasSent(realm.sql, user_id, id) ? scheduledMessageWasSent({}) : scheduledMessageDoesNotExist({})
}

function requireFuture(realm: ReadOnlyRealm, time: number): void {
  if (time <= realm.now()) throw deliveryNotInFuture({})
}

const wakeFor = (realm: Realm, { scheduled_delivery_timestamp }: ScheduledMessage): void =>
  realm.wakeAt(nextWakeTime(realm.now(), scheduled_delivery_timestamp))

/** Returns the changed destination and content. A change of the time alone is not checked: sending checks it. */
function changedMessage(realm: Realm, sender: User, before: PendingMessage, changes: ScheduledMessageChanges) {
  const { to, topic, newContent } = changes
  const wasDirect = before.type === 'private'
  const isDirect = changes.isDirect ?? wasDirect
  if (isDirect !== wasDirect && to === undefined) throw recipientRequired({})
  if (!isDirect && wasDirect && topic === undefined) throw topicRequired({})
  if (to === undefined && topic === undefined && newContent === undefined) return {}
  const { content, parsed } = newContent ?? before
  const requested = { isDirect, to: to ?? before.to, topic: topic ?? before.topic }
  return {
    topic: undefined,
    ...resolveDestination(realm, sender, requested, { content, parsed }),
    content,
    parsed,
    rendered_content: renderForSending(realm, sender, parsed.template).html,
  }
}

type Destination = Pick<ScheduledMessage, 'type' | 'to' | 'topic'>

/** Returns where the message goes. Throws if the sender may not send it there now. */
function resolveDestination(
  realm: ReadOnlyRealm,
  sender: User,
  { isDirect, to, topic }: RequestedDestination,
  { content, parsed }: ParsedContent,
): Destination {
  const message = { to, content, references: parsed.references }
  if (isDirect) return { type: 'private', to: withoutSender(sender, resolveDirectRecipients(realm, sender, message)) }
  if (topic === undefined) throw missingTopic({})
  const destination = resolveTopicDestination(realm, sender, { ...message, topic })
  return { type: 'stream', to: destination.channel.stream_id, topic: destination.topic }
}

function withoutSender({ user_id }: User, users: readonly User[]): number[] {
  const ids = users.map((user) => user.user_id).filter((id) => id !== user_id)
  return ids.length === 0 ? [user_id] : ids
}

function isReadBySender(realm: ReadOnlyRealm, { user_id }: User, to: number | number[]): boolean {
  const isOnlyToSender = typeof to === 'object' && to.every((id) => id === user_id)
  return isReadByDefault(isHumanClient(realm.client.name, realm.config.vendor), isOnlyToSender)
}
