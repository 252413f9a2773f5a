import { oneAtATime } from '../../../events/one-at-a-time'
import type { ListeningRealm } from '../../../listening-realm'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import type { ReadOnlyRealm } from '../../../realm'
import { pauseAfter } from '../../../store/retry-schedules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { outsideOf } from '../../realm/settings/outside-policy'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { silentMention } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'
import {
  BATCH_SECONDS,
  beginBatches,
  EVENTS_AT_ONCE,
  nextBatchTime,
  SUBSCRIPTIONS_AT_ONCE,
  type Batch,
} from './batches'
import { GONE } from './rules'
import { signingSecretsOf } from './secret'
import { messageAgain, canRead } from './sent-events'
import { signedRequest } from './signed-request'
import { allSubscriptions, findSubscription, waitingDeliveries, writeDelivery, writeSubscription } from './storage'
import type { EventDelivery, EventSubscription, SentEvent } from './subscription'

/**
 * Sends the events of the log to the addresses of subscriptions, in order. The realm stores the start of a batch before it. A slow
 * receiver delays no other one.
 */
export const sendSubscribedEvents = oneAtATime(
  'send_subscribed_events',
  SUBSCRIPTIONS_AT_ONCE,
  (realm: ListeningRealm) =>
    allSubscriptions(realm).length === 0
      ? undefined
      : {
          begin: (busy, count) => realm.transaction(() => beginBatches(realm, busy, count)),
          keyOf: ({ subscription }) => subscription.id,
          work: (batch) => sendBatch(realm, batch),
          nextTime: (busy) => nextBatchTime(realm, busy),
        },
)

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
  const result = await fetchOutside(outsideOf(realm), purposes.events, {
    url,
    method: 'POST',
    headers,
    body,
  })
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
