import type { DueWork } from '../../../events/due-work'
import { OneAtATime } from '../../../events/one-at-a-time'
import type { Queue } from '../../../events/queue'
import type { ListeningRealm } from '../../../listening-realm'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { pauseAfter } from '../../../store/retry-schedules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { realmRow } from '../../realm/settings/storage'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { silentMention } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'
import { pauseSubscription, queueOf } from './actions'
import { GONE } from './rules'
import { signingSecretsOf } from './secret'
import { messageAgain, canRead, sentEvent } from './sent-events'
import { signedRequest } from './signed-request'
import { allSubscriptions, findSubscription, waitingDeliveries, writeDelivery, writeSubscription } from './storage'
import type { EventDelivery, EventSubscription, SentEvent } from './subscription'

const SUBSCRIPTIONS_AT_ONCE = 4
/** Slow receivers of one owner must leave a place to other owners. */
const SUBSCRIPTIONS_OF_OWNER_AT_ONCE = 3
const EVENTS_AT_ONCE = 20
const ROWS_AT_ONCE = 2000
/** No request of a batch begins later: the subscriptions that have no place wait until it has ended. */
const BATCH_SECONDS = 5
/** Longer than a batch with its last request. If the object stops meanwhile, the attempt counts. */
const ATTEMPT_SECONDS = 30

type Batch = { subscription: EventSubscription; bot: User; events: SentEvent[]; upTo: number }

const oneAtATime = cacheKey<OneAtATime>({ survivesRollback: true })

/**
 * Sends the events of the log to the addresses of subscriptions, in order. The realm stores the start of a batch before it. A slow
 * receiver delays no other one.
 */
export const sendSubscribedEvents: DueWork<ListeningRealm> = {
  name: 'send_subscribed_events',
  mayOverlap: true,
  run: async (realm) => {
    if (allSubscriptions(realm).length === 0) return undefined
    return realm.cache
      .get(oneAtATime, () => new OneAtATime(SUBSCRIPTIONS_AT_ONCE))
      .run(realm, {
        begin: (busy, count) => realm.transaction(() => beginBatches(realm, busy, count)),
        keyOf: ({ subscription }) => subscription.id,
        work: (batch) => sendBatch(realm, batch),
        nextTime: (busy) => nextTime(realm, busy),
      })
  },
}

/** Begins the batches that may be sent now, at most `most`. The owners with the fewest subscriptions that send come first. */
function beginBatches(realm: ListeningRealm, busy: ReadonlySet<number>, most: number): Batch[] {
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

async function sendBatch(realm: ListeningRealm, { subscription, bot, events, upTo }: Batch): Promise<void> {
  const until = realm.now() + BATCH_SECONDS
  await sendAgain(realm, subscription, bot, until)
  let delivered = 0
  for (const event of events) {
    if (realm.now() > until) break
    // The bot may have lost the access since the event, also while the batch runs.
    const mayReceive = event.message_id === undefined || canRead(realm, bot, event.message_id)
    const failure = mayReceive ? await send(realm, subscription, event) : undefined
    if (!isCurrent(realm, subscription)) return
    const attempts = delivered === 0 ? subscription.attempts : 1
    if (mayReceive) realm.transaction(() => record(realm, subscription, { event, attempts, failure }))
    if (failure !== undefined) {
      realm.transaction(() => finishFailed(realm, subscription, { delivered, events, failure }))
      return
    }
    delivered++
  }
  const isDone = delivered === events.length
  const last_event_id = isDone && events.length < EVENTS_AT_ONCE ? upTo : (events[delivered - 1]?.event_id ?? 0)
  realm.transaction(() => advance(realm, subscription, { last_event_id, attempts: 0, due_at: realm.now() }))
}

/** Returns why the receiver did not accept an event, or undefined if it did. */
async function send(
  realm: ListeningRealm,
  { id, url }: EventSubscription,
  event: SentEvent,
): Promise<string | undefined> {
  const secrets = signingSecretsOf(realm, id)
  if (secrets.length === 0) return 'its secret is missing'
  const { headers, body } = signedRequest({ subscription_id: id, event, secrets, now: realm.now() })
  const result = await fetchOutside(outsidePolicy(realm), purposes.events, { url, method: 'POST', headers, body })
  realm.metrics.add('response' in result && result.response.ok ? 'webhooks_sent' : 'webhooks_failed')
  if ('failure' in result) return FAILURES[result.failure]
  return result.response.ok ? undefined : `it answered with status ${result.response.status}`
}

const FAILURES = {
  address: 'this server does not call its address',
  disabled: 'this server sends no events',
  'too-large': 'its answer is too large',
  'too-many-redirects': 'its address leads elsewhere',
  late: 'it did not answer',
  unreachable: 'it did not answer',
} as const

/** The owner may have changed or deleted the subscription during a request. Then the batch counts no more. */
const isCurrent = (realm: ReadOnlyRealm, { id, due_at, attempts, is_enabled }: EventSubscription): boolean => {
  const now = findSubscription(realm, id)
  return now?.due_at === due_at && now.attempts === attempts && now.is_enabled === is_enabled
}

type Attempt = { event: SentEvent; attempts: number; failure: string | undefined }

function record(realm: ListeningRealm, { id }: EventSubscription, { event, attempts, failure }: Attempt): void {
  writeDelivery(realm.sql, {
    subscription_id: id,
    event_id: event.event_id,
    type: event.type,
    message_id: event.message_id ?? null,
    data: event.type === 'message.sent' ? '{}' : JSON.stringify(event.data),
    attempted_at: realm.now(),
    attempts,
    outcome: failure === undefined ? 'delivered' : 'failed',
    error: failure ?? null,
  })
}

type Position = Pick<EventSubscription, 'last_event_id' | 'attempts' | 'due_at'>

function advance(realm: ListeningRealm, { id }: EventSubscription, position: Position): void {
  const subscription = findSubscription(realm, id)
  if (subscription === undefined) return
  const last_event_id = Math.max(subscription.last_event_id, position.last_event_id)
  writeSubscription(realm, { ...subscription, ...position, last_event_id })
  const queue = realm.queues.find(subscription.queue_id)
  if (queue !== undefined && last_event_id > queue.acknowledged)
    realm.queues.acknowledge(queue, last_event_id, realm.log.lastId)
}

type Failed = { delivered: number; events: readonly SentEvent[]; failure: string }

function finishFailed(realm: ListeningRealm, subscription: EventSubscription, { delivered, events, failure }: Failed) {
  const attempts = delivered === 0 ? subscription.attempts : 1
  const pause = failure.endsWith(` ${GONE}`) ? undefined : pauseAfter('event_subscription', attempts)
  const last_event_id = events[delivered - 1]?.event_id ?? 0
  advance(realm, subscription, { last_event_id, attempts, due_at: realm.now() + (pause ?? 0) })
  if (pause === undefined) disable(realm, findSubscription(realm, subscription.id)!, failure)
}

/** Disables a subscription whose receiver failed for a day, and notifies the owner of the bot. */
function disable(realm: ListeningRealm, subscription: EventSubscription, failure: string): void {
  writeSubscription(realm, { ...subscription, is_enabled: false })
  realm.listeners.removeQueues([subscription.queue_id])
  const bot = findUser(realm, subscription.bot_id)!
  const owner = bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id)
  if (!owner?.is_active) return
  const { disabled } = wordsFor(realm, owner).webhooks
  sendBotMessage(realm, owner, disabled(subscription.id, silentMention(bot), failure))
}

/** Sends the deliveries again that the owner selected. Their outcome has no effect on the others. */
async function sendAgain(
  realm: ListeningRealm,
  subscription: EventSubscription,
  bot: User,
  until: number,
): Promise<void> {
  for (const delivery of waitingDeliveries(realm.sql, subscription.id)) {
    if (realm.now() > until) return
    const event = await eventAgain(realm, bot, delivery)
    const failure = event === undefined ? 'the bot cannot see it any more' : await send(realm, subscription, event)
    const outcome = failure === undefined ? 'delivered' : 'failed'
    if (findSubscription(realm, subscription.id) === undefined) return
    const attempts = delivery.attempts + 1
    writeDelivery(realm.sql, { ...delivery, attempts, attempted_at: realm.now(), outcome, error: failure ?? null })
  }
}

async function eventAgain(realm: ListeningRealm, bot: User, delivery: EventDelivery): Promise<SentEvent | undefined> {
  const { event_id, type, message_id } = delivery
  if (message_id !== null && !canRead(realm, bot, message_id)) return undefined
  const isMessage = type === 'message.sent' && message_id !== null
  const data: object | undefined = isMessage ? await messageAgain(realm, bot, message_id) : JSON.parse(delivery.data)
  return data && { event_id, type, data }
}

/** Returns when a subscription that is not busy sends next: soon if the log has more, or after the pause of a failure. */
function nextTime(realm: ListeningRealm, busy: ReadonlySet<number>): number | undefined {
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
