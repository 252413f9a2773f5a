import { newBotOf } from '../../support/bots'
import { subscribed } from '../../support/event-subscriptions'
import { succeeded } from '../../support/person'
import type { Case, Cases } from '../case'
import type { World } from '../world'

let bots = 0
/** An address that no server has: the alarm of the realm is disabled in this test, so no request leaves. */
const URL_OF_RECEIVER = 'https://receiver.example.com/events'

const newBot = (world: World) =>
  newBotOf(world.cast.ada, { short_name: `listener-${++bots}`, full_name: `Listener ${bots}` })

/** Returns the fields of a request about a subscription of a new bot, which is disabled: due work sends nothing. */
const ofSubscription: Case = async (world) => {
  const bot = await newBot(world)
  const { id } = await subscribed(world.cast.ada, bot, { url: URL_OF_RECEIVER })
  const path = `/parley/bots/${bot.id}/event_subscriptions/${id}`
  succeeded(await world.cast.ada.patch(path, { is_enabled: false }))
  return { fields: { bot_id: bot.id, subscription_id: id, url: URL_OF_RECEIVER, is_enabled: false } }
}

export const eventSubscriptionCases: Cases = {
  'GET /parley/bots/:bot_id/event_subscriptions': ofSubscription,
  'POST /parley/bots/:bot_id/event_subscriptions': async (world) => ({
    fields: { bot_id: (await newBot(world)).id, url: URL_OF_RECEIVER, events: ['topic_resolved'] },
  }),
  'PATCH /parley/bots/:bot_id/event_subscriptions/:subscription_id': ofSubscription,
  'POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/secret': ofSubscription,
  'DELETE /parley/bots/:bot_id/event_subscriptions/:subscription_id': ofSubscription,
  'GET /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries': ofSubscription,
  'POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries/:delivery_id/resend': async (
    world,
    maximumOf,
  ) => ({ ...(await ofSubscription(world, maximumOf)), expected: 400 }),
}
