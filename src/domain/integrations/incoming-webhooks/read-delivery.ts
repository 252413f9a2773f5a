import { ApiError } from '../../../api/errors'
import { deliveryOf, decodedAgain } from '../../../integrations/delivery'
import { invalidBody, malformedJson, missingEventHeader } from '../../../integrations/errors'
import { interpret } from '../../../integrations/interpret'
import type { EventFilter } from '../../../integrations/event-filter'
import type { Integration, RawBody } from '../../../integrations/integration'
import { standardWebhooks } from '../../../integrations/signatures'
import { hash } from 'node:crypto'
import type { ReadDelivery } from './actions'
import type { ArrivedRequest } from './arrival'
import { withinLimits } from './delivery-limits'
import { deliveryKey, refusalOfVerdict } from './rules'

/** A request to an incoming webhook, with all that its text and its signature depend on. */
export type WebhookRequest = {
  integration: Integration
  url: URL
  headers: Headers
  bytes: Uint8Array
  filter: EventFilter
  /** The secret of the bot. Absent: signatures are not checked. */
  secret?: string
  /** UNIX seconds. */
  now: number
  /** The topic of a message that has none of its own. */
  fallbackTopic?: string
  mentionsEveryone: boolean
  /** Presses on the messages of the bot have an address. */
  receivesPresses?: boolean
  arrived: ArrivedRequest
}

/** Returns the messages of a delivery, or its refusal. Checks the signature first, on the bytes as they arrived. */
export function readDelivery(request: WebhookRequest): ReadDelivery {
  const {
    integration,
    url,
    headers,
    bytes,
    arrived,
    fallbackTopic = '',
    mentionsEveryone,
    now,
    receivesPresses,
  } = request
  const stream = url.searchParams.get('stream')
  const read = {
    title: integration.title,
    request: arrived,
    mentionsEveryone,
    ...(stream === null ? {} : { stream: decodedAgain(stream).trim() }),
  }
  try {
    const key = deliveryKeyOf(request)
    const delivery = deliveryOf(integration, { headers, parameters: url.searchParams, now, receivesPresses })
    const raw: RawBody = { bytes, text: UTF8.decode(bytes), content_type: headers.get('content-type') ?? '' }
    const { event = null, texts } = interpret(integration, raw, delivery, request.filter)
    return {
      ...read,
      event,
      texts: withinLimits(
        texts.map(({ topic, content, to, channel, controls }) => ({
          topic: delivery.topic ?? (topic || fallbackTopic),
          content,
          to,
          channel,
          controls,
        })),
      ),
      ...(key === undefined ? {} : { key }),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...read, event: null, texts: [], refusal: error.refusal, notifies: notifies(integration, error) }
  }
}

const UTF8 = new TextDecoder()

/** Returns the key of the delivery. Throws if the bot has a secret, and the request is not signed with it. */
function deliveryKeyOf({ integration, headers, bytes, secret, ...request }: WebhookRequest): string | undefined {
  const id = integration.deliveryId === undefined ? undefined : (headers.get(integration.deliveryId) ?? undefined)
  if (secret === undefined) return deliveryKey(undefined, id)
  const { signature = standardWebhooks } = integration
  const header = (name: string) => headers.get(name) ?? undefined
  const verdict = signature({ header, bytes, url: request.url.toString(), secret, now: request.now })
  const refusal = refusalOfVerdict(verdict)
  if (refusal) throw refusal
  return deliveryKey(hash('sha256', bytes), id)
}

/** The owner can mend the address or the settings of the service. No user can mend an event that is not supported. */
const notifies = ({ isQuietAboutBodies }: Integration, { refusal }: ApiError): boolean =>
  refusal.code === missingEventHeader.code ||
  (refusal.code === malformedJson.code && !isQuietAboutBodies) ||
  refusal.msg === invalidBody({}).message
