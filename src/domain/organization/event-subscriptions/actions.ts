import type { Queue, QueueOptions } from '../../../events/queue'
import type { Realm } from '../../../realm'
import type { ListeningRealm } from '../../../listening-realm'
import { INCOMING_WEBHOOK, type User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { requireCallable } from '../../realm/settings/callable-url'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { isGuest } from '../../people/users/rules'
import { notAuthorizedForQuery } from '../event-queues/actions'
import {
  botReceivesNothing,
  noSuchSubscription,
  MAX_SUBSCRIPTIONS,
  SUBSCRIPTIONS_PER_BOT,
  tooManySubscriptions,
} from './rules'
import { createSigningSecret, deleteSigningSecretsOf, replaceSigningSecret } from './secret'
import { eventTypesOf } from './sent-events'
import {
  allSubscriptions,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  writeSubscription,
} from './storage'
import type { EventName, EventSubscription } from './subscription'

type Requested = { url: string; events: readonly EventName[]; all_public_streams: boolean }

/** Creates a subscription to the events after this moment. Its secret is only in this answer. */
export function createSubscription(realm: Realm, bot: User, { url, events, all_public_streams }: Requested) {
  const { user_id: bot_id } = bot
  if (bot.bot_type === INCOMING_WEBHOOK) throw botReceivesNothing({})
  if (all_public_streams && isGuest(bot)) throw notAuthorizedForQuery({})
  requireCallable(realm, url)
  const all = allSubscriptions(realm)
  const own = all.filter((subscription) => subscription.bot_id === bot_id)
  if (own.length >= SUBSCRIPTIONS_PER_BOT || all.length >= MAX_SUBSCRIPTIONS) throw tooManySubscriptions({})
  const id = insertSubscription(realm, {
    bot_id,
    url,
    events: [...new Set(events)],
    all_public_streams,
    is_enabled: true,
    queue_id: NEW,
    last_event_id: realm.log.lastId,
    attempts: 0,
    due_at: 0,
    created_at: realm.now(),
  })
  const secret = createSigningSecret(realm, id)
  recordAudit(realm, 'bot_changed', { user_id: bot_id }, { change: 'event_subscriptions' })
  // The first due work registers the queue. Until then no queue keeps the events in the log.
  realm.wakeAt(realm.now())
  return { id, secret }
}

export function requireSubscription(realm: Realm, { user_id }: User, id: number): EventSubscription {
  const subscription = findSubscription(realm, id)
  if (subscription === undefined || subscription.bot_id !== user_id) throw noSuchSubscription({})
  return subscription
}

type Changes = { url?: string; is_enabled?: boolean }

/** Changes a subscription. When it is enabled again, it receives the events after this moment. */
export function updateSubscription(realm: Realm, subscription: EventSubscription, changes: Changes): void {
  const { url = subscription.url, is_enabled = subscription.is_enabled } = changes
  requireCallable(realm, url)
  const isRestarted = is_enabled && !subscription.is_enabled
  writeSubscription(realm, {
    ...subscription,
    url,
    is_enabled,
    attempts: 0,
    due_at: 0,
    ...(isRestarted ? { queue_id: NEW, last_event_id: realm.log.lastId } : {}),
  })
  if (!is_enabled) realm.listeners.removeQueues([subscription.queue_id])
  recordAudit(realm, 'bot_changed', { user_id: subscription.bot_id }, { change: 'event_subscriptions' })
  realm.wakeAt(realm.now())
}

/** Replaces the secret of a subscription. The new one is only in this answer. */
export function replaceSubscriptionSecret(
  realm: Realm,
  { id, bot_id }: EventSubscription,
  options: { has_leaked: boolean },
): { secret: string } {
  const secret = replaceSigningSecret(realm, id, options)
  recordAudit(realm, 'bot_changed', { user_id: bot_id }, { change: 'event_subscriptions' })
  return { secret }
}

export function removeSubscription(realm: Realm, { id, bot_id, queue_id }: EventSubscription): void {
  realm.listeners.removeQueues([queue_id])
  deleteSubscription(realm, id)
  deleteSigningSecretsOf(realm, id)
  recordAudit(realm, 'bot_changed', { user_id: bot_id }, { change: 'event_subscriptions' })
}

/** The subscription has no queue yet. It receives the events after `last_event_id`. */
const NEW = 'new'
/** The bot was deactivated. It receives none of the events until it is active again. */
const PAUSED = ''

/** Returns the event queue of a subscription. Registers one if it has none, or if its queue expired. */
export function queueOf(realm: ListeningRealm, subscription: EventSubscription): Queue {
  const { queue_id, bot_id } = subscription
  const existing = realm.queues.find(queue_id)
  if (existing !== undefined) return existing
  const owner = { user_id: bot_id, session_id: null }
  const last_event_id = queue_id === PAUSED ? realm.log.lastId : subscription.last_event_id
  const queue = realm.queues.register(owner, realm.randomUuid(), last_event_id, optionsOf(subscription))
  writeSubscription(realm, { ...subscription, queue_id: queue.queue_id, last_event_id })
  return queue
}

/** Notes that the bot of a subscription is deactivated. */
export function pauseSubscription(realm: Realm, subscription: EventSubscription): void {
  if (subscription.queue_id === PAUSED) return
  realm.listeners.removeQueues([subscription.queue_id])
  writeSubscription(realm, { ...subscription, queue_id: PAUSED, attempts: 0, due_at: 0 })
}

const optionsOf = (subscription: EventSubscription): QueueOptions => ({
  event_types: eventTypesOf(subscription),
  all_public_streams: subscription.all_public_streams,
  narrow: [],
  lifespan_seconds: SECONDS_PER_WEEK,
  client: {
    apply_markdown: false,
    client_gravatar: false,
    include_subscribers: 'false',
    slim_presence: true,
    capabilities: { empty_topic_name: true, archived_channels: true },
  },
})

/** Sets the alarm after events, if a subscription may need them. */
export function wakeForSubscriptions(realm: Realm): void {
  if (allSubscriptions(realm).some(({ is_enabled }) => is_enabled)) realm.wakeAt(realm.now() + 1)
}
