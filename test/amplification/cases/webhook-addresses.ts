import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { succeeded } from '../../support/person'
import { emailBytes } from '../../support/emails'
import { addressOf } from '../../support/received-mail'
import { newAddress, newWebhookBot, postTo, PUBLISHED } from '../../support/webhooks'
import type { Case, Cases } from '../case'
import type { World } from '../world'

let hooks = 0
const newHook = (world: World) =>
  newWebhookBot(world.cast.ada, { short_name: `address-${++hooks}`, full_name: `Address ${hooks}` })

/** Returns a bot with as many addresses as a bot may have, less one. */
async function busyHook(world: World) {
  const hook = await newHook(world)
  for (let count = 0; count < 49; count++) succeeded(await world.cast.ada.post(`/parley/bots/${hook.id}/addresses`))
  return hook
}

/** A message as long as messages are, with a name to look up in each word. */
const LONG = '<@nobody> '.repeat(1100)

/** Sends the largest message to an address whose bot is new. */
const messageOf =
  (body: unknown, headers: Record<string, string> = {}): Case =>
  async (world) => {
    const { urls, id } = await newAddress(world.cast.ada, await newHook(world))
    return {
      sender: 'no account',
      headers: { 'content-type': 'application/json', ...headers },
      fields: { secret: urls.mattermost.split('/').at(-1), address: String(id), team: 'T1', version: 'v10' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
  }

const mattermost = LONG.replaceAll('<@nobody>', '@nobody')
const DISCORD = { content: Array.from({ length: 900 }, (_, at) => `<@${700_000 + at}>`).join(' ') }
const discord = messageOf(DISCORD)

/** Sends as many files as a form may have. */
const withFiles: Case = async (world, maximumOf) => {
  const { body: _, ...request } = await discord(world, maximumOf)
  const body = new FormData()
  for (let count = 0; count < 10; count++) body.set(`files[${count}]`, new File(['x'], `${count}.txt`))
  body.set('payload_json', JSON.stringify(DISCORD))
  return { ...request, headers: {}, body }
}

/** Changes a message of a bot. */
const changeOf =
  (body: unknown): Case =>
  async (world) => {
    const hook = await newHook(world)
    const { urls, id } = await newAddress(world.cast.ada, hook, { stream_id: world.cast.general.stream_id })
    const sent = await postTo(`${urls.discord}?wait=true`, { content: 'first' })
    const message: { id: string } = await sent.json()
    return {
      sender: 'no account',
      headers: { 'content-type': 'application/json' },
      fields: {
        secret: urls.mattermost.split('/').at(-1),
        address: String(id),
        message_id: message.id,
        version: 'v10',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
  }
const editing = changeOf({ content: LONG.slice(0, 9000) })
const deleting = changeOf(undefined)
const reading = deleting

/** Changes a message of a bot, and adds as many files as a form may have. */
const editingFiles: Case = async (world, maximumOf) => {
  const { headers: _, body: __, ...request } = await editing(world, maximumOf)
  const body = new FormData()
  for (let count = 0; count < 10; count++) body.set(`files[${count}]`, new File(['x'], `${count}.txt`))
  body.set('payload_json', JSON.stringify({ content: LONG.slice(0, 8000) }))
  return { ...request, headers: {}, body }
}

export const webhookAddressCases: Cases = {
  'GET /parley/bots/:bot_id/addresses': async (world) => ({ fields: { bot_id: (await busyHook(world)).id } }),
  'POST /parley/bots/:bot_id/addresses': async (world) => ({
    fields: { bot_id: (await busyHook(world)).id, stream_id: world.cast.general.stream_id },
  }),
  'DELETE /parley/bots/:bot_id/addresses/:address_id': async (world) => {
    const hook = await newHook(world)
    const { id } = await newAddress(world.cast.ada, hook)
    return { fields: { bot_id: hook.id, address_id: id } }
  },
  'POST /parley/emails': async (world) => {
    const to = await addressOf(world.cast.ada, world.cast.general)
    const file = '--b\nContent-Type: text/x-notes\nContent-Disposition: attachment\n\nx\n'
    return {
      sender: 'deployment',
      fields: { to, from: 'x@example.com' },
      body: emailBytes(
        `From: x@example.com\nMessage-ID: <${to}>\nSubject: ${'x'.repeat(900)}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${LONG}\n${file.repeat(40)}--b--`,
      ),
    }
  },
  'POST /parley/mail/reports': (): ReturnType<Case> => {
    const to = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(300)}${at}@example.com`)
    const body = JSON.stringify({ type: 'email.bounced', data: { to, bounce: { message: 'x'.repeat(200_000) } } })
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', env.MAIL_HTTP_WEBHOOK_SECRET).update(`id.${at}.${body}`).digest('base64')
    const headers = { 'webhook-id': 'id', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
    return { sender: 'no account', headers, fields: {}, body }
  },
  'POST site:/services/:team/:address/:secret': messageOf({ text: LONG }),
  'POST site:/hooks/:secret': messageOf({ text: mattermost }),
  'POST site:/hooks/:address/:secret': messageOf({ text: mattermost }),
  'POST site:/api/webhooks/:address/:secret': withFiles,
  'POST site:/api/:version/webhooks/:address/:secret': discord,
  'POST site:/api/webhooks/:address/:secret/slack': messageOf({ text: LONG }),
  'POST site:/api/:version/webhooks/:address/:secret/slack': messageOf({ text: LONG }),
  'POST site:/api/:version/webhooks/:address/:secret/github': messageOf(PUBLISHED.body, PUBLISHED.headers),
  'POST site:/api/webhooks/:address/:secret/github': messageOf(PUBLISHED.body, PUBLISHED.headers),
  'PATCH site:/api/webhooks/:address/:secret/messages/:message_id': editingFiles,
  'PATCH site:/api/:version/webhooks/:address/:secret/messages/:message_id': editing,
  'GET site:/api/webhooks/:address/:secret': messageOf(undefined),
  'GET site:/api/:version/webhooks/:address/:secret': messageOf(undefined),
  'GET site:/api/webhooks/:address/:secret/messages/:message_id': reading,
  'GET site:/api/:version/webhooks/:address/:secret/messages/:message_id': reading,
  'DELETE site:/api/webhooks/:address/:secret/messages/:message_id': deleting,
  'DELETE site:/api/:version/webhooks/:address/:secret/messages/:message_id': deleting,
  'POST site:/webhookb2/:secret': messageOf({ '@type': 'MessageCard', text: mattermost }),
  'POST site:/workflows/:secret/triggers/manual/paths/invoke': messageOf({
    type: 'AdaptiveCard',
    body: [{ type: 'TextBlock', text: mattermost }],
  }),
}
