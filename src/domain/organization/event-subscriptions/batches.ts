import type { Queue } from '../../../events/queue'
import type { ListeningRealm } from '../../../listening-realm'
import type { ReadOnlyRealm } from '../../../realm'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { pauseSubscription, queueOf } from './actions'
import { sentEvent } from './sent-events'
import { allSubscriptions, findSubscription, waitingDeliveries, writeSubscription } from './storage'
import type { EventSubscription, SentEvent } from './subscription'

export const SUBSCRIPTIONS_AT_ONCE = 4
/** Slow receivers of one owner must leave a place to other owners. */
const SUBSCRIPTIONS_OF_OWNER_AT_ONCE = 3
export const EVENTS_AT_ONCE = 20
const ROWS_AT_ONCE = 2000
/** No request of a batch begins later: the subscriptions that have no place wait until it has ended. */
export const BATCH_SECONDS = 5
/** Longer than a batch with its last request. If the object stops meanwhile, the attempt counts. */
const ATTEMPT_SECONDS = 30

/** Events that are sent to the address of a subscription, one after the other. */
export type Batch = { subscription: EventSubscription; bot: User; events: SentEvent[]; upTo: number }

/** Begins the batches that may be sent now, at most `most`. The owners with the fewest subscriptions that send come first. */
export function beginBatches(realm: ListeningRealm, busy: ReadonlySet<number>, most: number): Batch[] {
  const batches: Batch[] = []
  const waiting = dueSubscriptions(realm, busy)
  for (let turn = 0; turn < SUBSCRIPTIONS_OF_OWNER_AT_ONCE; turn++)
    for (const subscription of waiting) {
      if (batches.length === most) return batches
      const sending = [...busy, ...batches.map(({ subscription: { id } }) => id)]
      if (sendingOfOwner(realm, subscription, sending) !== turn) continue
      waiting.delete(subscription)
      const batch = beginBatch(realm, subscription, botOf(realm, subscription))
      if (batch !== undefined) batches.push(batch)
    }
  return batches
}

/** Returns how many of the subscriptions that send are of the owner of this one. */
function sendingOfOwner(realm: ReadOnlyRealm, subscription: EventSubscription, sending: Iterable<number>): number {
  const owner = ownerOf(botOf(realm, subscription))
  // A subscription may be deleted while it sends.
  const others = [...sending].flatMap((id) => findSubscription(realm, id) ?? [])
  return others.filter((other) => ownerOf(botOf(realm, other)) === owner).length
}

/** Returns the subscriptions that may send now. Slow receivers must not delay others for ever: the earliest last batch is first. */
function dueSubscriptions(realm: ListeningRealm, busy: ReadonlySet<number>): Set<EventSubscription> {
  for (const subscription of allSubscriptions(realm))
    if (!botOf(realm, subscription).is_active) pauseSubscription(realm, subscription)
  const due = allSubscriptions(realm)
    .filter(({ id, due_at }) => !busy.has(id) && due_at <= realm.now())
    .filter((subscription) => isActive(realm, subscription))
  return new Set(due.sort((a, b) => a.due_at - b.due_at))
}

const botOf = (realm: ReadOnlyRealm, { bot_id }: EventSubscription): User => findUser(realm, bot_id)!

const ownerOf = ({ user_id, bot_owner_id }: User): number => bot_owner_id ?? user_id

const isActive = (realm: ReadOnlyRealm, { is_enabled, bot_id }: EventSubscription): boolean =>
  is_enabled && findUser(realm, bot_id)!.is_active && !realmRow(realm).is_deactivated

/** Returns the next events of a subscription; undefined if what the log has is not for it. */
function beginBatch(realm: ListeningRealm, { id }: EventSubscription, bot: User): Batch | undefined {
  const queue = queueOf(realm, findSubscription(realm, id)!)
  const subscription = findSubscription(realm, id)!
  realm.queues.touch(queue.queue_id)
  const from = positionOf(subscription, queue)
  const { events: texts, upTo } = realm.reader.pending(queue, from, ROWS_AT_ONCE)
  const events = texts.flatMap((text) => sentEvent(realm, bot, text) ?? [])
  if (events.length === 0 && waitingDeliveries(realm.sql, id).length === 0) {
    realm.queues.acknowledge(queue, upTo, realm.log.lastId)
    return undefined
  }
  const begun = { ...subscription, attempts: subscription.attempts + 1, due_at: realm.now() + ATTEMPT_SECONDS }
  writeSubscription(realm, begun)
  return { subscription: begun, bot, events: events.slice(0, EVENTS_AT_ONCE), upTo }
}

/** Returns the id of the last event that was sent, or that is not for the subscription. */
const positionOf = ({ last_event_id }: EventSubscription, queue: Queue | undefined): number =>
  Math.max(last_event_id, queue?.acknowledged ?? 0)

/** Returns when a subscription that is not busy sends next: soon if the log has more, or after the pause of a failure. */
export function nextBatchTime(realm: ListeningRealm, busy: ReadonlySet<number>): number | undefined {
  const mayBegin = (subscription: EventSubscription) =>
    !busy.has(subscription.id) && sendingOfOwner(realm, subscription, busy) < SUBSCRIPTIONS_OF_OWNER_AT_ONCE
  const times = allSubscriptions(realm)
    .filter((subscription) => isActive(realm, subscription) && mayBegin(subscription))
    .filter((subscription) => subscription.due_at > realm.now() || hasMore(realm, subscription))
    .map(({ due_at }) => Math.max(due_at, realm.now() + 1))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Returns whether the log, or the owner, has something that the subscription has not sent. */
function hasMore(realm: ListeningRealm, subscription: EventSubscription): boolean {
  const queue = realm.queues.find(subscription.queue_id)
  return positionOf(subscription, queue) < realm.log.lastId || waitingDeliveries(realm.sql, subscription.id).length > 0
}
