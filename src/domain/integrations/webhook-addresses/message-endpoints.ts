import { hashApiKey } from '../../../api/callers'
import type { Route } from '../../../api/endpoint'
import { boundaryOf } from '../../../api/multipart'
import { shortText } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { endpoint, step } from '../../../edge'
import { ADDRESS_FORMATS } from '../../../integrations/addresses'
import { deliveryOf } from '../../../integrations/delivery'
import { interpret } from '../../../integrations/interpret'
import { invalidMessage } from '../../messages/message-index/rules'
import { addressSenders } from '../../people/users/callers'
import { contentAfterEdit } from '../../writing/editing/rules'
import { deliverySteps, parsedText, withFoundReferences } from '../incoming-webhooks/deliver'
import { cutContent } from '../incoming-webhooks/delivery-limits'
import { discordAnswers } from './answers'
import { discordMessage, discordParts } from './discord-message'
import { fileSteps, receiveForm } from './receive-form'
import { deleteOwnMessage, editOwnMessage, requireOwnMessage } from './own-messages'

const edit = step(editOwnMessage)

const params = { secret: shortText(), message_id: shortText() }
const common = {
  caller: addressSenders,
  errors: [],
  writeRefusal: discordAnswers.refuse,
}

/** The id of a message is text in this format. The realm receives only the hash of the secret. */
function ownMessage({ secret, message_id }: { secret: string; message_id: string }) {
  if (!/^\d{1,15}$/.test(message_id)) throw invalidMessage({})
  return { secret: '', address_hash: hashApiKey(secret), own_id: Number(message_id) }
}

const names = <Name extends string>(others: readonly Name[]) =>
  Object.fromEntries(others.map((name) => [name, shortText()]))

function editEndpoint<Name extends string>(route: Route, ...others: Name[]) {
  return endpoint.file({
    ...common,
    route,
    summary: 'Replace a message that a program sent to this address in the format of Discord.',
    note: "The new body replaces the whole message. The organization's rules for edits apply to the bot.",
    streams: 'any body',
    params: { ...params, ...names(others) },
    serves: { 200: { description: 'The message, in the form of Discord.' } },
    prepare: (_, values) => ownMessage(values),
    decide: (realm, bot, { address_hash, own_id }) => {
      const { address } = requireOwnMessage(realm, bot, { address_hash, message_id: own_id })
      const { user_id, full_name } = bot
      return { address_hash, message_id: own_id, address, bot: { user_id, full_name }, now: realm.now() }
    },
    steps: { edit, findReferences: deliverySteps.findReferences, ...fileSteps },
    serve: async (edge, { address_hash, message_id, address, bot, now }) => {
      const { request } = edge
      const type = request.headers.get('content-type') ?? ''
      const isForm = boundaryOf(type) !== undefined
      const bytes = isForm ? await receiveForm(edge) : await readBody(request)
      const integration = await ADDRESS_FORMATS['discord address']()
      const body = new TextDecoder().decode(bytes)
      const raw = { bytes, text: body, content_type: isForm ? 'application/json' : type }
      const delivery = deliveryOf(integration, { headers: request.headers, parameters: new URLSearchParams(), now })
      const text = interpret(integration, raw, delivery, {}).texts.map(({ content }) => content)
      const contents = [cutContent(text.join('\n\n'))]
      const [found = ''] = await withFoundReferences(edge, { contents, mentionsEveryone: address.may_mention_everyone })
      const content = contentAfterEdit(found)
      await edge.askParsed(edit, (settings) => ({
        address_hash,
        message_id,
        newContent: parsedText(content, settings),
      }))
      const sent = {
        message_id,
        address_id: address.id,
        stream_id: address.stream_id,
        bot,
        timestamp: now,
        realm_url: edge.realm_url,
      }
      const edited_timestamp = new Date(now * 1000).toISOString()
      return Response.json({ ...discordMessage(sent, discordParts(body)), edited_timestamp })
    },
  })
}

function readEndpoint<Name extends string>(route: Route, ...others: Name[]) {
  return endpoint.file({
    ...common,
    route,
    summary: 'Get a message that a program sent to this address in the format of Discord.',
    note: 'The text is the Markdown of this server.',
    params: { ...params, ...names(others) },
    serves: { 200: { description: 'The message, in the form of Discord.' } },
    prepare: (_, values) => ownMessage(values),
    decide: (realm, bot, { address_hash, own_id }) => {
      const { address, message } = requireOwnMessage(realm, bot, { address_hash, message_id: own_id })
      const { user_id, full_name } = bot
      const { id: address_id, stream_id } = address
      const sent = {
        message_id: own_id,
        address_id,
        stream_id,
        bot: { user_id, full_name },
        timestamp: message.sent_at,
      }
      return { sent, body: realm.bodies.findAvailable(own_id) }
    },
    serve: async (edge, { sent, body }) => {
      const id = sent.message_id
      const { content } = body ?? (await edge.loadBodies([id], 0)).found.get(id) ?? {}
      if (content === undefined) throw invalidMessage({})
      return Response.json(discordMessage({ ...sent, realm_url: edge.realm_url }, { content, embeds: [], files: [] }))
    },
  })
}

function deleteEndpoint<Name extends string>(route: Route, ...others: Name[]) {
  return endpoint.file({
    ...common,
    route,
    summary: 'Delete a message that a program sent to this address in the format of Discord.',
    note: "The organization's rules for the deletion of own messages apply to the bot.",
    params: { ...params, ...names(others) },
    serves: { 204: { description: 'The message was deleted.', mayBeEmpty: true } },
    prepare: (_, values) => ownMessage(values),
    decide: (realm, bot, { address_hash, own_id }) =>
      deleteOwnMessage(realm, bot, { address_hash, message_id: own_id }),
    serve: () => new Response(null, { status: 204 }),
  })
}

export const getDiscordMessage = readEndpoint('GET site:/api/webhooks/:address/:secret/messages/:message_id', 'address')
export const getDiscordMessageOfVersion = readEndpoint(
  'GET site:/api/:version/webhooks/:address/:secret/messages/:message_id',
  'version',
  'address',
)
export const editDiscordMessage = editEndpoint(
  'PATCH site:/api/webhooks/:address/:secret/messages/:message_id',
  'address',
)
export const editDiscordMessageOfVersion = editEndpoint(
  'PATCH site:/api/:version/webhooks/:address/:secret/messages/:message_id',
  'version',
  'address',
)
export const deleteDiscordMessage = deleteEndpoint(
  'DELETE site:/api/webhooks/:address/:secret/messages/:message_id',
  'address',
)
export const deleteDiscordMessageOfVersion = deleteEndpoint(
  'DELETE site:/api/:version/webhooks/:address/:secret/messages/:message_id',
  'version',
  'address',
)
