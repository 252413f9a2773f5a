import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, integer, list, oneOf, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { requireManagedBot } from '../../accounts/bots/update-bot'
import { noSuchBot } from '../../people/bots/rules'
import { humansButGuests, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { urlIsInvalid, urlIsPrivate } from '../../realm/settings/callable-url'
import { notAuthorizedForQuery } from '../event-queues/actions'
import {
  createSubscription,
  removeSubscription,
  replaceSubscriptionSecret,
  requireSubscription,
  updateSubscription,
} from './actions'
import { botReceivesNothing, noSuchEventDelivery, noSuchSubscription, tooManySubscriptions } from './rules'
import { allSubscriptions, deliveriesOf, writeDelivery } from './storage'
import { EVENT_NAMES } from './subscription'

const botParam = { bot_id: integer() }
const subscriptionParams = { ...botParam, subscription_id: integer() }
const errors = [noSuchBot, insufficientPermission, mustBeOwner]
const urlErrors = [urlIsInvalid, urlIsPrivate]
const MAX_URL_CHARACTERS = 2000

export const getEventSubscriptions = endpoint.decision({
  route: 'GET /parley/bots/:bot_id/event_subscriptions',
  summary: 'Get the addresses that receive events for a bot.',
  caller: humansButGuests,
  params: botParam,
  returns: {
    event_subscriptions: v.array(
      named(
        'EventSubscription',
        v.strictObject({
          id: v.number(),
          url: v.string(),
          events: v.array(v.picklist(EVENT_NAMES)),
          all_public_streams: v.boolean(),
          is_enabled: v.boolean(),
          failed_attempts: v.number(),
          date_created: v.number(),
        }),
      ),
    ),
  },
  errors,
  decide: (realm, actor, { bot_id }) => {
    const { user_id } = requireManagedBot(realm, actor, bot_id)
    return {
      event_subscriptions: allSubscriptions(realm)
        .filter((subscription) => subscription.bot_id === user_id)
        .map(({ id, url, events, all_public_streams, is_enabled, attempts, created_at }) => ({
          id,
          url,
          events: [...events],
          all_public_streams,
          is_enabled,
          failed_attempts: attempts,
          date_created: created_at,
        })),
    }
  },
})

export const createEventSubscription = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/event_subscriptions',
  summary:
    'Send events to an address, for a bot. The answer has the secret of their signatures, and no later answer has it.',
  note: 'The bot receives the events that it can see. `all_public_streams` adds the messages of public channels.',
  caller: humansButGuests,
  params: {
    ...botParam,
    url: text(MAX_URL_CHARACTERS),
    events: v.pipe(list(oneOf(EVENT_NAMES), EVENT_NAMES.length), v.minLength(1)),
    all_public_streams: optional(boolean(), false),
  },
  returns: { id: v.number(), secret: v.string() },
  verbatim: true,
  errors: [
    ...errors,
    ...urlErrors,
    tooManySubscriptions,
    botReceivesNothing,
    notAuthorizedForQuery,
    encryptionIsNotConfigured,
  ],
  decide: (realm, actor, { bot_id, ...requested }) =>
    createSubscription(realm, requireManagedBot(realm, actor, bot_id), requested),
})

export const updateEventSubscription = endpoint.decision({
  route: 'PATCH /parley/bots/:bot_id/event_subscriptions/:subscription_id',
  summary: 'Change the address of an event subscription, disable it, or enable it again.',
  caller: humansButGuests,
  params: { ...subscriptionParams, url: optional(text(MAX_URL_CHARACTERS)), is_enabled: optional(boolean()) },
  returns: {},
  errors: [...errors, ...urlErrors, noSuchSubscription],
  decide: (realm, actor, { bot_id, subscription_id, ...changes }) =>
    updateSubscription(
      realm,
      requireSubscription(realm, requireManagedBot(realm, actor, bot_id), subscription_id),
      changes,
    ),
})

export const replaceEventSecret = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/secret',
  summary: 'Replace the secret of the signatures. The answer has the new one, and no later answer has it.',
  note: 'For a day, each request has two signatures: with the new secret and with the earlier one. If the earlier one `has_leaked`, it signs nothing any more.',
  caller: humansButGuests,
  params: { ...subscriptionParams, has_leaked: optional(boolean(), false) },
  returns: { secret: v.string() },
  verbatim: true,
  errors: [...errors, noSuchSubscription, encryptionIsNotConfigured],
  decide: (realm, actor, { bot_id, subscription_id, has_leaked }) =>
    replaceSubscriptionSecret(
      realm,
      requireSubscription(realm, requireManagedBot(realm, actor, bot_id), subscription_id),
      { has_leaked },
    ),
})

export const removeEventSubscription = endpoint.decision({
  route: 'DELETE /parley/bots/:bot_id/event_subscriptions/:subscription_id',
  summary: 'Delete an event subscription.',
  caller: humansButGuests,
  params: subscriptionParams,
  returns: {},
  errors: [...errors, noSuchSubscription],
  decide: (realm, actor, { bot_id, subscription_id }) =>
    removeSubscription(realm, requireSubscription(realm, requireManagedBot(realm, actor, bot_id), subscription_id)),
})

export const getEventDeliveries = endpoint.decision({
  route: 'GET /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries',
  summary: 'Get the last 20 events that were sent to an address, with their outcome.',
  caller: humansButGuests,
  params: subscriptionParams,
  returns: {
    deliveries: v.array(
      named(
        'EventDelivery',
        v.strictObject({
          id: v.number(),
          event_id: v.number(),
          type: v.string(),
          timestamp: v.number(),
          attempts: v.number(),
          outcome: v.picklist(['delivered', 'failed', 'waiting']),
          error: v.nullable(v.string()),
        }),
      ),
    ),
  },
  errors: [...errors, noSuchSubscription],
  decide: (realm, actor, { bot_id, subscription_id }) => {
    const { id } = requireSubscription(realm, requireManagedBot(realm, actor, bot_id), subscription_id)
    return {
      deliveries: deliveriesOf(realm.sql, id).map((delivery) => ({
        id: delivery.id,
        event_id: delivery.event_id,
        type: delivery.type,
        timestamp: delivery.attempted_at,
        attempts: delivery.attempts,
        outcome: delivery.outcome,
        error: delivery.error,
      })),
    }
  },
})

export const resendEvent = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries/:delivery_id/resend',
  summary: 'Send an event again. Its outcome is in the list of deliveries later.',
  note: 'A message is sent as it is now, and only if the bot can still read it.',
  caller: humansButGuests,
  params: { ...subscriptionParams, delivery_id: integer() },
  returns: {},
  errors: [...errors, noSuchSubscription, noSuchEventDelivery],
  decide: (realm, actor, { bot_id, subscription_id, delivery_id }) => {
    const { id } = requireSubscription(realm, requireManagedBot(realm, actor, bot_id), subscription_id)
    const delivery = deliveriesOf(realm.sql, id).find((each) => each.id === delivery_id)
    if (delivery === undefined) throw noSuchEventDelivery({})
    writeDelivery(realm.sql, { ...delivery, outcome: 'waiting' })
    realm.wakeAt(realm.now())
  },
})
