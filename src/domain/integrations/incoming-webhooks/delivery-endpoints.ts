import * as v from 'valibot'
import { named } from '../../../api/named'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { parseJson } from '../../../api/parse-json'
import { findIntegrationOfDelivery, isOfAddress } from '../../../integrations/addresses'
import type { ReadOnlyRealm } from '../../../realm'
import { requireManagedBot } from '../../accounts/bots/update-bot'
import { noSuchBot } from '../../people/bots/rules'
import { humansButGuests, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { findPressAddress } from '../../people/webhook-addresses/press-address-storage'
import type { User } from '../../people/users/user'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import type { ReadDelivery } from './actions'
import type { Arrival } from './arrival'
import { deliver, deliverySteps } from './deliver'
import { readDelivery } from './read-delivery'
import { deliveryIsCut, noSuchDelivery, noSuchService } from './rules'
import { deleteWebhookSecret, storeWebhookSecret, webhookSecretOf } from './secret'
import { arrivalsOf, findArrival } from './storage'

const botParam = { bot_id: integer() }
const managementErrors = [noSuchBot, insufficientPermission, mustBeOwner]
const MAX_SECRET_CHARACTERS = 1000
const SHOWN_BODY_BYTES = 4096

export const getDeliveries = endpoint.decision({
  route: 'GET /parley/bots/:bot_id/deliveries',
  summary: 'Get the last 20 deliveries to a bot, with their outcome.',
  caller: humansButGuests,
  params: botParam,
  returns: {
    has_webhook_secret: v.boolean(),
    deliveries: v.array(
      named(
        'WebhookDelivery',
        v.strictObject({
          id: v.number(),
          integration: v.string(),
          event: v.nullable(v.string()),
          timestamp: v.number(),
          outcome: v.picklist(['sent', 'nothing', 'repeated', 'refused']),
          error: v.nullable(v.string()),
          body: v.string(),
          can_resend: v.boolean(),
        }),
      ),
    ),
  },
  verbatim: true,
  errors: managementErrors,
  decide: (realm, actor, { bot_id }) => {
    const { user_id } = requireManagedBot(realm, actor, bot_id)
    return {
      has_webhook_secret: webhookSecretOf(realm, user_id) !== undefined,
      deliveries: arrivalsOf(realm.sql, user_id).map((arrival) => ({
        id: arrival.id,
        integration: arrival.service,
        event: arrival.event,
        timestamp: arrival.arrived_at,
        outcome: arrival.outcome,
        error: arrival.error,
        body: new TextDecoder().decode(arrival.body.subarray(0, SHOWN_BODY_BYTES)),
        can_resend: arrival.is_whole,
      })),
    }
  },
})

export const resendDelivery = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/deliveries/:delivery_id/resend',
  summary: 'Send a delivery again, as if it had just arrived. Its signature is not checked again.',
  caller: humansButGuests,
  params: { ...botParam, delivery_id: integer() },
  returns: { outcome: v.picklist(['sent', 'nothing', 'repeated', 'refused']), error: v.nullable(v.string()) },
  errors: [...managementErrors, noSuchDelivery, deliveryIsCut, noSuchService],
  decide: (realm, actor, { bot_id, delivery_id }) => {
    const bot = requireManagedBot(realm, actor, bot_id)
    const receivesPresses = findPressAddress(realm.sql, bot.user_id) !== undefined
    const arrival = getWholeArrival(realm, bot, delivery_id)
    return { arrival, now: realm.now(), fallbackTopic: bot.full_name, receivesPresses }
  },
  steps: deliverySteps,
  present: async (edge, { arrival, ...facts }, { bot_id }) => {
    const { outcome, refusal } = await deliver(edge, await readAgain(arrival, facts), { bot_id })
    return { outcome, error: refusal ? `${refusal.code}: ${refusal.msg}` : null }
  },
})

function getWholeArrival(realm: ReadOnlyRealm, { user_id }: User, id: number): Arrival {
  const arrival = findArrival(realm.sql, user_id, id)
  if (arrival === undefined) throw noSuchDelivery({})
  if (!arrival.is_whole) throw deliveryIsCut({})
  return arrival
}

/** Reads a stored delivery. It has no key, so it is not dropped as a repetition. */
async function readAgain(
  { service, query, headers, body, is_whole }: Arrival,
  facts: { now: number; fallbackTopic: string; receivesPresses: boolean },
): Promise<ReadDelivery> {
  const integration = await findIntegrationOfDelivery(service)
  if (integration === undefined) throw noSuchService({})
  const url = new URL(`https://localhost/?${query}`)
  const list = (name: string) => {
    const value = parseJson(url.searchParams.get(name) ?? '')
    const parsed = v.safeParse(v.array(v.string()), value)
    return parsed.success ? parsed.output : undefined
  }
  const stored = v.parse(v.record(v.string(), v.string()), JSON.parse(headers))
  const { key: _, ...delivery } = readDelivery({
    integration,
    url,
    headers: new Headers(stored),
    bytes: body,
    filter: { only_events: list('only_events'), exclude_events: list('exclude_events') },
    ...facts,
    mentionsEveryone: !isOfAddress(service),
    arrived: { service, query, headers, body, is_whole },
  })
  return { ...delivery, notifies: false }
}

export const setWebhookSecret = endpoint.decision({
  route: 'PUT /parley/bots/:bot_id/webhook_secret',
  summary: 'Set the secret with which a service signs its deliveries to a bot. Unsigned deliveries are then refused.',
  caller: humansButGuests,
  params: { ...botParam, secret: v.pipe(text(MAX_SECRET_CHARACTERS), v.minLength(1)) },
  returns: {},
  errors: [...managementErrors, encryptionIsNotConfigured],
  decide: (realm, actor, { bot_id, secret }) =>
    storeWebhookSecret(realm, requireManagedBot(realm, actor, bot_id).user_id, secret),
})

export const removeWebhookSecret = endpoint.decision({
  route: 'DELETE /parley/bots/:bot_id/webhook_secret',
  summary: 'Remove the secret of a bot. Its deliveries need no signature then.',
  caller: humansButGuests,
  params: botParam,
  returns: {},
  errors: managementErrors,
  decide: (realm, actor, { bot_id }) => deleteWebhookSecret(realm, requireManagedBot(realm, actor, bot_id).user_id),
})
