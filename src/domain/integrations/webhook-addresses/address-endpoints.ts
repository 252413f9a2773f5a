import { hashApiKey } from '../../../api/callers'
import { ApiError } from '../../../api/errors'
import type { Route } from '../../../api/endpoint'
import { boundaryOf } from '../../../api/multipart'
import { shortText } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { endpoint } from '../../../edge'
import { ADDRESS_FORMATS } from '../../../integrations/addresses'
import type { Integration } from '../../../integrations/integration'
import { findIntegration } from '../../../integrations/services'
import { findPressAddress } from '../../people/webhook-addresses/press-address-storage'
import { addressSenders } from '../../people/users/callers'
import { deliver, deliverySteps } from '../incoming-webhooks/deliver'
import { readDelivery } from '../incoming-webhooks/read-delivery'
import { arrivedRequest } from '../incoming-webhooks/rules'
import { addressOfRequest } from './actions'
import {
  connectorAnswers,
  discordAnswers,
  mattermostAnswers,
  rocketchatAnswers,
  slackAnswers,
  workflowAnswers,
  type Answers,
} from './answers'
import { fileSteps, receiveForm } from './receive-form'

/** One request to an address: how it is read, how it is answered, and the name in the list of deliveries. */
type Format = {
  service: string
  load: () => Promise<Integration>
  answers: Answers
  /** A form of several parts may have files. */
  hasFiles?: boolean
}

const format = (service: keyof typeof ADDRESS_FORMATS, answers: Answers): Format => ({
  service,
  load: ADDRESS_FORMATS[service],
  answers,
})

const SLACK = format('slack address', slackAnswers)
const MATTERMOST = format('mattermost address', mattermostAnswers)
const ROCKETCHAT = format('rocketchat address', rocketchatAnswers)
const DISCORD = { ...format('discord address', discordAnswers), hasFiles: true }
const CONNECTOR = format('teams address', connectorAnswers)
const WORKFLOW = format('teams address', workflowAnswers)
const GITHUB: Format = {
  service: 'github',
  load: async () => (await findIntegration('github'))!,
  answers: discordAnswers,
}

const SENT_DESCRIPTION = 'The message was sent. The form of the answer is that of the other server.'
const SENT = {
  200: { description: SENT_DESCRIPTION },
  202: { description: SENT_DESCRIPTION, mayBeEmpty: true },
  204: { description: SENT_DESCRIPTION, mayBeEmpty: true },
}

/** Returns an endpoint for the clients of another chat server. `others` are the parameters of the path that do not count. */
function addressEndpoint<Name extends string = never>(
  route: Route,
  { service, load, answers, hasFiles = false }: Format,
  ...others: Name[]
) {
  return endpoint.file({
    route,
    summary: `Receive a message of a program in the format of a ${service}.`,
    caller: addressSenders,
    streams: 'any body',
    params: { secret: shortText(), ...Object.fromEntries(others.map((name) => [name, shortText()])) },
    errors: [],
    serves: SENT,
    writeRefusal: answers.refuse,
    // The realm receives only the hash of the secret.
    prepare: (_, { secret }) => ({ secret: '', address_hash: hashApiKey(secret) }),
    decide: (realm, bot, { address_hash }) => ({
      address: addressOfRequest(realm, address_hash),
      bot: { user_id: bot.user_id, full_name: bot.full_name },
      now: realm.now(),
      receivesPresses: findPressAddress(realm.sql, bot.user_id) !== undefined,
    }),
    steps: hasFiles ? { ...deliverySteps, ...fileSteps } : deliverySteps,
    serve: async (edge, { address, bot, now, receivesPresses }) => {
      const { request } = edge
      const isForm = hasFiles && boundaryOf(request.headers.get('content-type') ?? '') !== undefined
      const bytes = isForm ? await receiveForm(edge) : await readBody(request)
      const headers = isForm ? headersOfJson(request.headers) : request.headers
      const url = urlOfDelivery(address)
      const delivery = readDelivery({
        integration: await load(),
        url,
        headers,
        bytes,
        filter: {},
        now,
        receivesPresses,
        fallbackTopic: bot.full_name,
        mentionsEveryone: address.may_mention_everyone,
        arrived: arrivedRequest(service, url, headers, bytes),
      })
      const { refusal, message_ids = [] } = await deliver(edge, delivery)
      if (refusal) throw new ApiError(refusal)
      return answers.succeed({
        message_id: message_ids.at(-1),
        address_id: address.id,
        stream_id: address.stream_id,
        bot,
        timestamp: now,
        url: new URL(request.url),
        realm_url: edge.realm_url,
        body: new TextDecoder().decode(bytes),
      })
    },
  })
}

/** Returns the headers of a form that was rewritten as JSON, so that the delivery can be sent again. */
function headersOfJson(headers: Headers): Headers {
  const rewritten = new Headers(headers)
  rewritten.set('content-type', 'application/json')
  return rewritten
}

/** Returns the address without its secret. It has the destination, so that the delivery can be sent again. */
function urlOfDelivery({ stream_id, topic }: { stream_id: number | null; topic: string | null }): URL {
  const url = new URL('https://localhost/')
  if (stream_id !== null) url.searchParams.set('stream', String(stream_id))
  if (topic !== null) url.searchParams.set('topic', encodeURIComponent(topic))
  return url
}

export const receiveSlackMessage = addressEndpoint(
  'POST site:/services/:team/:address/:secret',
  SLACK,
  'team',
  'address',
)
export const receiveMattermostMessage = addressEndpoint('POST site:/hooks/:secret', MATTERMOST)
export const receiveRocketchatMessage = addressEndpoint('POST site:/hooks/:address/:secret', ROCKETCHAT, 'address')
export const receiveDiscordMessage = addressEndpoint('POST site:/api/webhooks/:address/:secret', DISCORD, 'address')
export const receiveDiscordMessageOfVersion = addressEndpoint(
  'POST site:/api/:version/webhooks/:address/:secret',
  DISCORD,
  'version',
  'address',
)
export const receiveSlackMessageAtDiscord = addressEndpoint(
  'POST site:/api/webhooks/:address/:secret/slack',
  SLACK,
  'address',
)
export const receiveSlackMessageAtDiscordOfVersion = addressEndpoint(
  'POST site:/api/:version/webhooks/:address/:secret/slack',
  SLACK,
  'version',
  'address',
)
export const receiveGitHubEventOfVersion = addressEndpoint(
  'POST site:/api/:version/webhooks/:address/:secret/github',
  GITHUB,
  'version',
  'address',
)
export const receiveGitHubEvent = addressEndpoint('POST site:/api/webhooks/:address/:secret/github', GITHUB, 'address')
export const receiveTeamsMessage = addressEndpoint('POST site:/webhookb2/:secret', CONNECTOR)
export const receiveTeamsWorkflow = addressEndpoint(
  'POST site:/workflows/:secret/triggers/manual/paths/invoke',
  WORKFLOW,
)
