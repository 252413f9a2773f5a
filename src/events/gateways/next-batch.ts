import type { EventHeader, EventLog, PublishedEvent } from '../event-log'
import type { EventReader } from '../event-reader'
import type { Directory } from './directory'
import { LEASE_MILLISECONDS, type GatewayBatch } from './protocol'
import { inTurns } from '../turns'
import type { RecentRecipients } from './recent-recipients'
import { assignRecipients, type AssignedEvent } from './recipients'
import { gatewayQueueOf } from './gateway-queue'
import { needsReset, type RemoteGateway } from './remote-gateway'

type Context = {
  realm_name: string
  log: EventLog
  reader: EventReader
  milliseconds: () => number
  recent: RecentRecipients
  directory: Directory
}

/** Events of a batch. There are no others up to `upTo`. */
type Found = { events: AssignedEvent[]; upTo: number; isAll: boolean }

/**
 * Returns the next call of a gateway: the changes that it lacks, and events after its position. If its position is unknown, or it
 * must begin anew, the call has no events, and the answer says where to continue.
 */
export async function nextBatch(remote: RemoteGateway, context: Context): Promise<GatewayBatch> {
  const { log, recent, directory } = context
  await inTurns(directory.load())
  await recent.assignAll()
  const { position } = remote
  const found = position === undefined || needsReset(remote) ? undefined : await findEvents(remote, position, context)
  // From here on it is one turn: the changes are at least as new as the recipients.
  const batch = { ...withoutEvents(remote, context), from: position === undefined ? NEWER_THAN_ALL : NONE }
  if (position === undefined || found === undefined) return batch
  const shortened = ({ recipients, ...event }: AssignedEvent) => ({
    ...event,
    recipients: recipients.map((each) => remote.lists.shortened(each)),
  })
  Object.assign(batch, { from: position, upTo: found.upTo, events: found.events.map(shortened) })
  if (!found.isAll || !recent.isComplete || found.upTo < recent.upTo) return batch
  batch.spareFrom = log.takeId()
  for (let taken = 1; taken < SPARE_IDS; taken++) batch.upTo = log.takeId()
  return batch
}

/** No id is as new, so the gateway takes no event and says what it has. */
const NEWER_THAN_ALL = Number.MAX_SAFE_INTEGER
const NONE = -1

function withoutEvents(remote: RemoteGateway, { realm_name, log, milliseconds, directory }: Context): GatewayBatch {
  const { number, version, changes, mustStore: store, connected } = remote
  const leaseUntil = milliseconds() + LEASE_MILLISECONDS
  const batch = {
    realm_name,
    number,
    from: NONE,
    upTo: NONE,
    events: [],
    version,
    changes: [...changes],
    leaseUntil,
    store,
    connected_of: connected.requested,
  }
  if (!needsReset(remote)) return batch
  const queues = [...directory.queuesIn(number)].map(gatewayQueueOf)
  const after = queues.reduce((least, { registered_after }) => Math.min(least, registered_after), log.lastId)
  return { ...batch, reset: { queues, after, applied: remote.applied ?? null } }
}

/** A gateway gives the same id to heartbeats of different queues. One queue needs a new one at most every 45 seconds. */
const SPARE_IDS = 4

/** Returns the events for a gateway after an id: from memory, or from the log if memory does not have all of them. */
async function findEvents(remote: RemoteGateway, position: number, context: Context): Promise<Found> {
  const { recent } = context
  const after = Math.max(position, remote.nothingUpTo)
  if (after < recent.after) return findInLog(remote, after, context)
  const found: Found = { events: [], upTo: Math.max(after, recent.upTo), isAll: true }
  let characters = 0
  for (const { id, byGateway } of recent.eventsAfter(after)) {
    const event = byGateway.get(remote.number)
    if (event === undefined) continue
    found.events.push(event)
    characters += charactersOf(event)
    if (characters < CHARACTERS_PER_BATCH) continue
    return { ...found, upTo: id, isAll: false }
  }
  return found
}

/** Returns events that memory has forgotten, after a restart or a lost call. */
async function findInLog({ number }: RemoteGateway, after: number, context: Context): Promise<Found> {
  const { log, reader, directory } = context
  const events: Found['events'] = []
  const lastId = log.lastId
  let characters = 0
  let count = 0
  for (const header of log.eventsAfter(after, null)) {
    // The realm published it meanwhile. The next call brings it.
    if (header.id > lastId) break
    const published = publishedFrom(header, log)
    if (published) await inTurns(reader.load(published))
    const queues = directory.queuesIn(number)
    const byGateway = published && (await inTurns(assignRecipients(published, queues, reader)))
    const event = byGateway?.get(number)
    if (event) events.push(event)
    characters += event ? charactersOf(event) : 0
    if (++count >= EVENTS_PER_BATCH || characters >= CHARACTERS_PER_BATCH)
      return { events, upTo: header.id, isAll: false }
  }
  return { events, upTo: Math.max(after, lastId), isAll: false }
}

function publishedFrom(header: EventHeader, log: EventLog): PublishedEvent | undefined {
  const { id, audience } = header
  const kind = log.kinds.get(header.kind)
  if (kind === undefined) return undefined
  return {
    id,
    kind,
    audience: JSON.parse(audience),
    facts: JSON.parse(log.factsOf(header)),
    characters: 0,
    encodings: new Map(),
  }
}

const CHARACTERS_PER_BATCH = 4_000_000
const EVENTS_PER_BATCH = 500

const charactersOf = ({ texts, recipients }: AssignedEvent): number =>
  texts.reduce((sum, text) => sum + text.length, 0) + 8 * recipients.reduce((sum, each) => sum + lengthOf(each), 0)

const lengthOf = (recipients: AssignedEvent['recipients'][number]): number =>
  Array.isArray(recipients)
    ? recipients.length
    : recipients.numbers.length + recipients.joined.length + recipients.left.length
