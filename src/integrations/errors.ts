import { apiError, badRequest, okWithError } from '../api/errors'

/** Errors of incoming webhooks. Their senders are programs, so most people read them in the list of deliveries. */
export const malformedJson = apiError('INVALID_JSON', () => 'Malformed JSON')
export const malformedBody = badRequest(() => 'Malformed body')
export const missingField = badRequest((f: { name: string }) => `Missing '${f.name}' argument`)
export const invalidBody = badRequest(() => 'Invalid payload')
export const emptyText = badRequest((f: { name: string }) => `${f.name} can't be empty`)
export const badOption = badRequest(
  (f: { name: string; values: string }) => `The parameter '${f.name}' has none of these values: ${f.values}`,
)
export const unknownBlock = badRequest((f: { type: string }) => `Unsupported block type: ${f.type}`)

export const missingEventHeader = apiError(
  'MISSING_HTTP_EVENT_HEADER',
  (f: { header: string }) => `Missing the HTTP event header '${f.header}'`,
)

/** The sender did nothing wrong, and must not repeat the request: the status is 200. */
export const unsupportedEvent = okWithError(
  'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  (f: { webhook_name: string; event_type: string }) =>
    `The '${f.event_type}' event isn't currently supported by the ${f.webhook_name} webhook; ignoring`,
)

export const anomalousBody = apiError('ANOMALOUS_WEBHOOK_PAYLOAD', (f: { webhook_name: string; field?: string }) => {
  const question = `Unable to parse request: Did ${f.webhook_name} generate this event?`
  return f.field === undefined ? question : `${question} The message needs the field '${f.field}'.`
})

/** Errors of addresses for the clients of other chat servers. */
export const nothingToShow = badRequest(() => 'The message has no text')
export const tooManyParts = badRequest((f: { name: string; most: number }) => `More than ${f.most} ${f.name}`)
