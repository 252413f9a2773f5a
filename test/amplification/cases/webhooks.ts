import { succeeded, type Json } from '../../support/person'
import { deliver, newWebhookBot, PUBLISHED } from '../../support/webhooks'
import type { Case, Cases } from '../case'
import type { World } from '../world'

const MAX_DELIVERIES = 20
/** A delivery that is stored whole. */
const LONG = { ...PUBLISHED, body: { ...PUBLISHED.body, unknown: 'x'.repeat(5000) } }

/** Each would be a message in a topic of its own. */
const ALERTS = Array.from({ length: 10_000 }, (_, nth) => ({
  status: 'firing',
  labels: { instance: `host ${nth}`, alertname: 'x' },
}))

let hooks = 0
const newHook = (world: World) =>
  newWebhookBot(world.cast.ada, { short_name: `hook-${++hooks}`, full_name: `Hook ${hooks}` })

/** Returns a bot that has received as many deliveries as are kept. */
async function busyHook(world: World) {
  const hook = await newHook(world)
  for (let count = 0; count < MAX_DELIVERIES; count++) await (await deliver(hook, 'github', LONG)).text()
  return hook
}

const ofHook: Case = async (world) => ({ fields: { bot_id: (await newHook(world)).id } })

export const webhookCases: Cases = {
  'POST /external/:service': async (world) => {
    const hook = await newHook(world)
    return {
      sender: hook,
      headers: { 'content-type': 'application/json' },
      fields: { service: 'alertmanager', stream: 'general' },
      body: new TextEncoder().encode(JSON.stringify({ alerts: ALERTS })),
    }
  },
  'GET /external/:service': () => ({
    sender: 'no account',
    fields: { service: 'dropbox', challenge: 'x'.repeat(1000) },
  }),
  'HEAD /external/:service': () => ({ sender: 'no account', fields: { service: 'github' } }),
  'GET /parley/bots/:bot_id/deliveries': async (world) => ({ fields: { bot_id: (await busyHook(world)).id } }),
  'POST /parley/bots/:bot_id/deliveries/:delivery_id/resend': async (world) => {
    const hook = await busyHook(world)
    const { deliveries }: Json = succeeded(await world.cast.ada.get(`/parley/bots/${hook.id}/deliveries`))
    return { fields: { bot_id: hook.id, delivery_id: deliveries[0].id } }
  },
  'PUT /parley/bots/:bot_id/webhook_secret': async (world) => ({
    fields: { bot_id: (await newHook(world)).id, webhook_secret: 'x'.repeat(100) },
  }),
  'DELETE /parley/bots/:bot_id/webhook_secret': ofHook,
}
