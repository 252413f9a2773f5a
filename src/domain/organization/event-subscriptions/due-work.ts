import type { DueWork } from '../../../events/due-work'
import type { ListeningRealm } from '../../../listening-realm'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import type { ReadOnlyRealm } from '../../../realm'
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
const EVENTS_AT_ONCE = 20
const ROWS_AT_ONCE = 2000
/** No request of a batch begins later: the next batches wait until all have ended. */
const BATCH_SECONDS = 5
/** Longer than a batch with its last request. If the object stops meanwhile, the attempt counts. */
const ATTEMPT_SECONDS = 30

type Batch = { subscription: EventSubscription; bot: User; events: SentEvent[]; upTo: number }

/** Sends the events of the log to the addresses of subscriptions, in order. The realm stores the start of a batch before it. */
export const sendSubscribedEvents: DueWork<ListeningRealm> = {
  name: 'send_subscribed_events',
  run: async (realm) => {
    if (allSubscriptions(realm).length === 0) return undefined
    const { batches, hasMore } = realm.transaction(() => beginBatches(realm))
    await Promise.all(batches.map((batch) => sendBatch(realm, batch)))
    return nextTime(realm, hasMore)
  },
}

/** Returns the batches to send now, and whether the log has more events for the subscriptions. */
function beginBatches(realm: ListeningRealm): { batches: Batch[]; hasMore: boolean } {
  const batches: Batch[] = []
  let hasMore = false
  const begin = (subscription: EventSubscription) => {
    const { batch, isPartial } = beginBatch(realm, subscription, botOf(realm, subscription))
    hasMore ||= isPartial
    if (batch !== undefined) batches.push(batch)
  }
  const later: EventSubscription[] = []
  for (const subscription of dueSubscriptions(realm)) {
    if (batches.length === SUBSCRIPTIONS_AT_ONCE) return { batches, hasMore: true }
    const owner = ownerOf(botOf(realm, subscription))
    if (batches.some(({ bot }) => ownerOf(bot) === owner)) later.push(subscription)
    else begin(subscription)
  }
  for (const subscription of later) {
    if (batches.length === SUBSCRIPTIONS_AT_ONCE) return { batches, hasMore: true }
    begin(subscription)
  }
  return { batches, hasMore }
}

/** Returns the subscriptions that may send now. Slow receivers must not delay others for ever: the earliest last batch is first. */
function dueSubscriptions(realm: ListeningRealm): EventSubscription[] {
  for (const subscription of allSubscriptions(realm))
    if (!botOf(realm, subscription).is_active) pauseSubscription(realm, subscription)
  return allSubscriptions(realm)
    .filter((subscription) => isActive(realm, subscription) && subscription.due_at <= realm.now())
    .sort((a, b) => a.due_at - b.due_at)
}

const botOf = (realm: ReadOnlyRealm, { bot_id }: EventSubscription): User => findUser(realm, bot_id)!

/** Slow receivers of one owner must not take all places, if other owners wait. */
const ownerOf = ({ user_id, bot_owner_id }: User): number => bot_owner_id ?? user_id

const isActive = (realm: ReadOnlyRealm, { is_enabled, bot_id }: EventSubscription): boolean =>
  is_enabled && findUser(realm, bot_id)!.is_active && !realmRow(realm).is_deactivated

type Begun = { batch?: Batch; isPartial: boolean }

/** Returns the next events of a subscription, and whether the log has more. */
function beginBatch(realm: ListeningRealm, { id }: EventSubscription, bot: User): Begun {
  const queue = queueOf(realm, findSubscription(realm, id)!)
  const subscription = findSubscription(realm, id)!
  realm.queues.touch(queue.queue_id)
  const from = Math.max(subscription.last_event_id, queue.acknowledged)
  const { events: texts, upTo } = realm.reader.pending(queue, from, ROWS_AT_ONCE)
  const events = texts.flatMap((text) => sentEvent(realm, bot, text) ?? [])
  if (events.length === 0 && waitingDeliveries(realm.sql, id).length === 0) {
    realm.queues.acknowledge(queue, upTo, realm.log.lastId)
    return { isPartial: upTo < realm.log.lastId }
  }
  const begun = { ...subscription, attempts: subscription.attempts + 1, due_at: realm.now() + ATTEMPT_SECONDS }
  writeSubscription(realm, begun)
  const isPartial = upTo < realm.log.lastId || events.length > EVENTS_AT_ONCE
  return { batch: { subscription: begun, bot, events: events.slice(0, EVENTS_AT_ONCE), upTo }, isPartial }
}

async function sendBatch(realm: ListeningRealm, { subscription, bot, events, upTo }: Batch): Promise<void> {
  const until = realm.now() + BATCH_SECONDS
  await sendAgain(realm, subscription, bot)
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
async function sendAgain(realm: ListeningRealm, subscription: EventSubscription, bot: User): Promise<void> {
  for (const delivery of waitingDeliveries(realm.sql, subscription.id).slice(0, EVENTS_AT_ONCE)) {
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

/** Returns when there is more to send: at once after a full batch, or after the pause of a failure. */
function nextTime(realm: ListeningRealm, hasMore: boolean): number | undefined {
  const times = allSubscriptions(realm)
    .filter((subscription) => isActive(realm, subscription) && subscription.due_at > realm.now())
    .map(({ due_at }) => due_at)
  if (hasMore) times.push(realm.now() + 1)
  return times.length === 0 ? undefined : Math.min(...times)
}
