import { ApiError } from '../../../api/errors'
import { list, optional, shortText, text } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { endpoint, type Edge } from '../../../edge'
import {
  anomalousBody,
  badOption,
  emptyText,
  invalidBody,
  malformedBody,
  malformedJson,
  missingEventHeader,
  missingField,
  unknownBlock,
  unsupportedEvent,
} from '../../../integrations/errors'
import type { Integration } from '../../../integrations/integration'
import { OPTIONS } from '../../../integrations/options'
import { findIntegration } from '../../../integrations/services'
import { channelNamedDoesNotExist } from '../../channels/channels/rules'
import { anyone, webhookSenders } from '../../people/users/callers'
import { sendingErrors } from '../../writing/sending/errors'
import { deliver, deliverySteps } from './deliver'
import { readDelivery } from './read-delivery'
import { arrivedRequest, noSuchService, signatureMissing, signatureTooOld, signatureWrong } from './rules'
import { webhookSecretOf } from './secret'

const MAX_PATTERNS = 100
const eventNames = list(text(200), MAX_PATTERNS)
const service = text(60)
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

const optionParams = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, optional(shortText())]))

export const receiveWebhook = endpoint.decision({
  route: 'POST /external/:service',
  summary: 'Receive an event of another service, and send a message about it.',
  note:
    'The key may be in the address: `api_key`. Without `stream`, the message goes to the owner of the bot. An event that the ' +
    'integration does not support is answered with status 200 and an error, so that the service does not repeat it.',
  caller: webhookSenders,
  streams: 'any body',
  params: {
    service,
    stream: optional(shortText()),
    topic: optional(shortText()),
    only_events: optional(eventNames),
    exclude_events: optional(eventNames),
    webhook_secret: optional(shortText()),
    ...optionParams,
  },
  returns: {},
  errors: [
    noSuchService,
    signatureMissing,
    signatureWrong,
    signatureTooOld,
    malformedJson,
    malformedBody,
    missingField,
    missingEventHeader,
    unsupportedEvent,
    anomalousBody,
    invalidBody,
    emptyText,
    badOption,
    unknownBlock,
    channelNamedDoesNotExist,
    ...sendingErrors,
  ],
  prepare: async (_, params) => {
    await requireIntegration(params.service)
    // The realm needs none of the parameters now, and the secret is no business of its log.
    return { webhook_secret: undefined }
  },
  decide: (realm, actor) => ({ secret: webhookSecretOf(realm, actor.user_id) ?? null, now: realm.now() }),
  steps: deliverySteps,
  present: async (edge, { secret, now }, params) => {
    const integration = await requireIntegration(params.service)
    ignoreOptionsOfOthers(edge, integration, params)
    const { request } = edge
    const bytes = await readBody(request)
    const url = new URL(request.url)
    const { only_events, exclude_events, webhook_secret } = params
    const delivery = readDelivery({
      integration,
      url,
      headers: request.headers,
      bytes,
      filter: { only_events, exclude_events },
      secret: secret ?? webhook_secret,
      now,
      mentionsEveryone: true,
      arrived: arrivedRequest(params.service, url, request.headers, bytes),
    })
    const { refusal } = await deliver(edge, delivery)
    if (refusal) throw new ApiError(refusal)
    return {}
  },
})

/** Some services ask whether an address exists before they use it. */
export const probeWebhook = endpoint.public({
  route: 'HEAD /external/:service',
  summary: 'Ask whether an integration exists.',
  caller: anyone,
  params: { service },
  errors: [noSuchService],
  serves: { 200: { description: 'The integration exists.', mayBeEmpty: true } },
  serve: async (_, params) => {
    await requireIntegration(params.service)
    return new Response(null)
  },
})

/** Some services expect back what they send, before they use an address. The answer is text, and never a page. */
export const answerChallenge = endpoint.public({
  route: 'GET /external/:service',
  summary: 'Answer the challenge of a service that verifies an address.',
  note: 'Only Dropbox does this.',
  caller: anyone,
  params: { service, challenge: shortText() },
  errors: [noSuchService],
  serves: { 200: { description: 'The challenge, as plain text.' } },
  serve: async (_, params) => {
    const { sendsChallenge } = await requireIntegration(params.service)
    if (!sendsChallenge) throw noSuchService({})
    return new Response(params.challenge, { headers: PLAIN_TEXT })
  },
})

async function requireIntegration(name: string): Promise<Integration> {
  const integration = await findIntegration(name)
  if (integration === undefined) throw noSuchService({})
  return integration
}

/** An option of another integration has no effect, and the answer says so. */
function ignoreOptionsOfOthers(edge: Edge, { options = [] }: Integration, params: Readonly<Record<string, unknown>>) {
  const own: readonly string[] = options
  for (const name of Object.keys(OPTIONS)) if (params[name] !== undefined && !own.includes(name)) edge.ignore(name)
}
