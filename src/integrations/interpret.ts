import { ApiError } from '../api/errors'
import { anomalousBody, missingEventHeader, unsupportedEvent } from './errors'
import { passes, type EventFilter } from './event-filter'
import type { Delivery, Integration, RawBody, Text } from './integration'
import { withoutMissingAddresses } from './missing-addresses'
import { missingIn, readMissing } from './missing-fields'

/** What a delivery says: its event, if the integration names its events, and its messages. */
export type Interpretation = { event?: string; texts: readonly Text[] }

/** The event of an integration that has no names for its events. */
const ONLY_EVENT = 'message'

/**
 * Returns the messages of a delivery. Throws `unsupportedEvent` for an event that the integration does not know, and
 * `anomalousBody` if a field that the text needs is missing or has another type.
 */
export function interpret(
  integration: Integration,
  body: RawBody,
  delivery: Delivery,
  filter: EventFilter,
): Interpretation {
  const { eventHeader, title } = integration
  if (eventHeader !== undefined && !delivery.header(eventHeader)) throw missingEventHeader({ header: eventHeader })
  const value = integration.reads(body, delivery)
  return orAnomalous(title, () => write(integration, value, delivery, filter))
}

function write(integration: Integration, body: unknown, delivery: Delivery, filter: EventFilter): Interpretation {
  const named = integration.event?.(body, delivery)
  if (integration.event && (named === undefined || isIgnored(integration, named))) return { event: named, texts: [] }
  const name = named ?? ONLY_EVENT
  const declared = Object.hasOwn(integration.events, name) ? integration.events[name] : integration.events['*']
  if (declared === undefined) throw unsupportedEvent({ webhook_name: integration.title, event_type: name })
  const read = readMissing(declared.fields, body)
  if ('field' in read) throw anomalousBody({ webhook_name: integration.title, field: read.field })
  const written = declared.write(read.body, delivery)
  const texts = written === undefined ? [] : 'content' in written ? [written] : written
  const field = texts.map(({ topic, content }) => missingIn(`${topic} ${content}`, read.missing)).find(Boolean)
  if (field !== undefined) throw anomalousBody({ webhook_name: integration.title, field })
  return {
    event: named,
    texts: texts
      .filter((text) => passes(filter, namesOf(integration, text.event ?? named)))
      .map((text) => ({ ...text, content: withoutMissingAddresses(text.content) })),
  }
}

/** Returns the name of an event, and its older one. */
const namesOf = ({ olderNames }: Integration, event = ''): string[] =>
  [event, olderNames?.[event] ?? ''].filter((name) => name !== '')

const isIgnored = ({ ignores = [] }: Integration, event: string) =>
  ignores.some((name) => (name.endsWith('*') ? event.startsWith(name.slice(0, -1)) : name === event))

// A schema does not describe every relation between fields. A text that finds none is a sign of another sender.
function orAnomalous<Result>(title: string, compute: () => Result): Result {
  try {
    return compute()
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof TypeError || error instanceof RangeError) throw anomalousBody({ webhook_name: title })
    throw error
  }
}
