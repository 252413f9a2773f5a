import type { ParsedMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import { renderForSending } from '../sending/render'
import { resolveDirectRecipients, resolveTopicDestination } from '../sending/destinations'
import { missingTopic } from '../../channels/topics/rules'
import { people } from '../../people/users/events'
import { isHumanClient } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { scheduledMessageRemoved, scheduledMessagesAdded, scheduledMessageUpdated } from './events'
import {
  deliveryNotInFuture,
  isReadByDefault,
  nextWakeTime,
  nothingToChange,
  recipientRequired,
  refusalOfMore,
  scheduledMessageDoesNotExist,
  scheduledMessageWasSent,
  topicRequired,
} from './rules'
import type { ScheduledMessage, PendingMessage } from './scheduled-message'
import {
  charactersOf,
  insertPending,
  findPending,
  removePending,
  scheduledTotals,
  scheduledMessageOf,
  wasSent,
  writePending,
} from './storage'

/** Words, and their Markdown as the edge read it. */
type Written = { content: string; parsed: ParsedMarkdown }

type Place = { isDirect: boolean; to: number | number[]; topic?: string }

export type NewScheduledMessage = Place & Written & { scheduled_delivery_timestamp: number; read_by_sender?: boolean }

/**
 * Puts a message by until its time has come. It is refused for whatever would keep it from being sent at once; when its
 * time has come, it is asked again.
 */
export function scheduleMessage(realm: Realm, sender: User, wanted: NewScheduledMessage): ScheduledMessage {
  refusePast(realm, wanted.scheduled_delivery_timestamp)
  const place = placeChecked(realm, sender, wanted, wanted)
  const waiting = {
    ...place,
    content: wanted.content,
    rendered_content: renderForSending(realm, sender, wanted.parsed.template).html,
    scheduled_delivery_timestamp: wanted.scheduled_delivery_timestamp,
    failed: false,
    sender_id: sender.user_id,
    parsed: wanted.parsed,
    client: realm.client.name,
    read_by_sender: wanted.read_by_sender ?? readsOwn(realm, sender, place.to),
  }
  refuseTooMuch(realm, waiting)
  const message = scheduledMessageOf(insertPending(realm.sql, waiting))
  wakeFor(realm, message)
  realm.publish(scheduledMessagesAdded({ scheduled_messages: [message] }), people({ user_ids: [sender.user_id] }))
  return message
}

export type ScheduledMessageChanges = Partial<Place> & { written?: Written; scheduled_delivery_timestamp?: number }

/** Changes what waits. One that could not be sent gets another chance, at another time. */
export function changeScheduledMessage(realm: Realm, sender: User, id: number, wanted: ScheduledMessageChanges): void {
  if (Object.values(wanted).every((value) => value === undefined)) throw nothingToChange({})
  const before = ownMessage(realm, sender, id)
  const { written = before, scheduled_delivery_timestamp = before.scheduled_delivery_timestamp } = wanted
  if (wanted.scheduled_delivery_timestamp !== undefined || before.failed)
    refusePast(realm, scheduled_delivery_timestamp)
  const after: PendingMessage = {
    ...before,
    ...changedMessage(realm, sender, before, { ...wanted, written }),
    scheduled_delivery_timestamp,
    failed: false,
    client: realm.client.name,
  }
  refuseTooMuch(realm, after, id)
  writePending(realm.sql, after)
  const scheduled_message = scheduledMessageOf(after)
  wakeFor(realm, scheduled_message)
  realm.publish(scheduledMessageUpdated({ scheduled_message }), people({ user_ids: [sender.user_id] }))
}

function refuseTooMuch(realm: Realm, waiting: Omit<PendingMessage, 'scheduled_message_id'>, besides?: number): void {
  const inAll = scheduledTotals(realm.sql, waiting.sender_id, besides)
  const refusal = refusalOfMore(inAll, { characters: charactersOf(waiting) })
  if (refusal) throw refusal
}

export function cancelScheduledMessage(realm: Realm, sender: User, scheduled_message_id: number): void {
  if (findPending(realm.sql, sender.user_id, scheduled_message_id) === undefined) throw scheduledMessageDoesNotExist({})
  removePending(realm.sql, scheduled_message_id)
  realm.publish(scheduledMessageRemoved({ scheduled_message_id }), people({ user_ids: [sender.user_id] }))
}

// Somebody else's is not there.
function ownMessage(realm: Realm, { user_id }: User, id: number): PendingMessage {
  const message = findPending(realm.sql, user_id, id)
  if (message) return message
  throw wasSent(realm.sql, user_id, id) ? scheduledMessageWasSent({}) : scheduledMessageDoesNotExist({})
}

function refusePast(realm: Realm, time: number): void {
  if (time <= realm.now()) throw deliveryNotInFuture({})
}

const wakeFor = (realm: Realm, { scheduled_delivery_timestamp }: ScheduledMessage): void =>
  realm.wakeAt(nextWakeTime(realm.now(), scheduled_delivery_timestamp))

/** Where it goes and what it says. Another time alone asks no permission: that is asked when the time has come. */
function changedMessage(
  realm: Realm,
  sender: User,
  before: PendingMessage,
  wanted: ScheduledMessageChanges & { written: Written },
) {
  const { to, topic, written } = wanted
  const wasDirect = before.type === 'private'
  const isDirect = wanted.isDirect ?? wasDirect
  if (isDirect !== wasDirect && to === undefined) throw recipientRequired({})
  if (!isDirect && wasDirect && topic === undefined) throw topicRequired({})
  const isMeantAnew = to !== undefined || topic !== undefined || written !== before
  if (!isMeantAnew) return {}
  const place = placeChecked(realm, sender, { isDirect, to: to ?? before.to, topic: topic ?? before.topic }, written)
  const { content, parsed } = written
  return {
    topic: undefined,
    ...place,
    content,
    parsed,
    rendered_content: renderForSending(realm, sender, parsed.template).html,
  }
}

type Checked = Pick<ScheduledMessage, 'type' | 'to' | 'topic'>

/** The same that sending asks, now: where it would go, if it may be said there. */
function placeChecked(
  realm: Realm,
  sender: User,
  { isDirect, to, topic }: Place,
  { content, parsed }: Written,
): Checked {
  const said = { to, content, references: parsed.references }
  if (isDirect) return { type: 'private', to: withoutSelf(sender, resolveDirectRecipients(realm, sender, said)) }
  if (topic === undefined) throw missingTopic({})
  const place = resolveTopicDestination(realm, sender, { ...said, topic })
  return { type: 'stream', to: place.channel.stream_id, topic: place.topic }
}

function withoutSelf({ user_id }: User, all: readonly User[]): number[] {
  const others = all.map((user) => user.user_id).filter((id) => id !== user_id)
  return others.length === 0 ? [user_id] : others
}

function readsOwn(realm: Realm, { user_id }: User, to: number | number[]): boolean {
  const isToSelfAlone = typeof to === 'object' && to.every((id) => id === user_id)
  return isReadByDefault(isHumanClient(realm.client.name, realm.config.vendor), isToSelfAlone)
}
