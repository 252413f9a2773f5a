import { logLine } from '../api/log-line'
import { checkEvent, watchReads } from './check-event'
import { addPending } from './queue-position'
import { WINDOW_CHARACTERS } from './send-window'
import { nameOfKind, type AnyAudienceKind, type AnyEventKind, type Audience } from './event'
import type { EventHeader, EventLog, PublishedEvent } from './event-log'
import type { Queue } from './queue'

/**
 * Decides whether a queue receives an event, and encodes the event for its client. A queue receives an event if it requested
 * the type, its user is in the audience, and the kind of event accepts the client. Connected clients and clients that come
 * back later receive exactly the same events.
 */
export class EventReader {
  constructor(
    readonly realm: () => Checking,
    readonly log: EventLog,
    readonly audiences: ReadonlyMap<string, AnyAudienceKind>,
    readonly readUsers: ReadUsers = () => {},
  ) {}

  /** Returns a test of queues. It is built once for each event and called once for each queue. */
  acceptanceOf(event: Header): (queue: Queue) => boolean {
    const { id, kind, audience } = event
    const none = () => false
    const inAudience = this.#orElse(none, event, () => this.#audience(audience))
    return (queue) => isRequested(kind, queue) && this.#orElse(false, event, () => inAudience(queue, id))
  }

  /** Returns the event in the client's variant, as JSON text, or undefined if the kind of event does not accept the client. */
  encode(event: PublishedEvent, queue: Queue): string | undefined {
    return this.#orElse(undefined, event, () => this.#encode(event, queue))
  }

  #encode(event: PublishedEvent, listener: Queue): string | undefined {
    const { id, kind, facts, encodings } = event
    const realm = this.realm()
    const queue = this.#watched(listener, kind)
    const variant = this.#variantOf(event, listener)
    if (variant === undefined) return undefined
    let shared = encodings.get(variant)
    if (shared === undefined) {
      const fields = kind.encode ? kind.encode(realm, facts, queue, id) : facts
      shared = JSON.stringify({ type: kind.type, ...(kind.op === undefined ? {} : { op: kind.op }), id, ...fields })
      encodings.set(variant, shared)
    }
    const personal = kind.personal ? JSON.stringify(kind.personal(realm, facts, queue, id)) : '{}'
    const json = personal === '{}' ? shared : withPersonalFields(encodings, variant, personal)
    if (realm.config.check_declarations) checkEvent(kind, json)
    return json
  }

  /** Returns the variant of an event that a queue in its audience receives, or undefined if the kind does not accept the client. */
  variantOf(event: PublishedEvent, queue: Queue): string | undefined {
    return this.#orElse(undefined, event, () => this.#variantOf(event, queue))
  }

  #variantOf({ id, kind, facts }: PublishedEvent, listener: Queue): string | undefined {
    const realm = this.realm()
    const queue = this.#watched(listener, kind)
    if (kind.accepts && !kind.accepts(realm, facts, queue, id)) return undefined
    return kind.variant?.(realm, facts, queue, id) ?? ''
  }

  /** Reads in pieces what the tests of queues need. */
  *load({ kind, facts, audience }: Pick<PublishedEvent, 'kind' | 'facts' | 'audience'>): Generator<void> {
    for (const part of audience.parts) yield* this.audiences.get(part.kind)?.load?.(this.realm(), part.facts) ?? []
    yield* kind.load?.(this.realm(), facts) ?? []
  }

  /** Reads the users of queues at once, without those whose clients do not want the event: the tests of the others need them. */
  loadUsersOf(queues: readonly Queue[], { kind }: Pick<PublishedEvent, 'kind'>): void {
    const wanting = queues.filter((queue) => isRequested(kind, queue))
    this.readUsers(
      this.realm(),
      wanting.map(({ user_id }) => user_id),
    )
  }

  /** Returns how an event repeats the recipients of others, or undefined if it does not. */
  repetitionOf(event: PublishedEvent): Repetition | undefined {
    return this.#orElse(undefined, event, () => this.#repetitionOf(event))
  }

  #repetitionOf({ id, kind, facts, audience: { parts, except = [] } }: PublishedEvent): Repetition | undefined {
    const ofKind = isUniform(kind) ? { group: '' } : kind.repeats?.(this.realm(), facts, id)
    const ofParts = parts.map((part) => this.audiences.get(part.kind)?.repeats?.(this.realm(), part.facts, id))
    if (ofKind === undefined || !ofParts.every((each) => each !== undefined)) return undefined
    const groups = ofParts.map(({ group }, index) => [parts[index]!.kind, group])
    const name = isUniform(kind) ? kind.type : nameOfKind(kind)
    return {
      name: JSON.stringify([name, ofKind.group, groups]),
      exceptions: new Set([...except, ...[ofKind, ...ofParts].flatMap(({ exceptions = [] }) => exceptions)]),
      isDecided: (queue, isAccepted) =>
        ofParts.some((each) => each.isException?.(queue)) || (isAccepted && ofKind.isException?.(queue) === true),
    }
  }

  /**
   * Returns the events for a queue after an id, oldest first, up to one frame. `last` is the last of them; there are no
   * others up to `upTo`. Stores the result in the queue, so that each event is tested once. After `mostRows` rows the result
   * is partial, and the next call continues from there.
   */
  pending(queue: Queue, after: number, mostRows = Infinity): PendingEvents {
    const { searchedUpTo, pendingIds } = queue
    const readBefore = this.log.sql.meter.read
    const events: string[] = []
    const ids: number[] = []
    let size = 0
    const audienceTest = this.#audienceTests()
    const take = (row: EventHeader) => {
      const event = this.#pendingEvent(row, queue, audienceTest)
      if (event === undefined) return
      events.push(event)
      ids.push(row.id)
      size += event.length
    }
    const isFull = () => size > WINDOW_CHARACTERS
    for (const row of this.log.eventsWithIds(pendingIds.filter((id) => id > after))) {
      take(row)
      if (isFull()) return { events, last: row.id, upTo: row.id, isPartial: false }
    }
    let upTo = Math.max(after, this.log.lastId)
    let isPartial = false
    let rowsLeft = mostRows
    for (const row of this.log.eventsAfter(Math.max(after, searchedUpTo), queue.event_types)) {
      take(row)
      isPartial = !isFull() && --rowsLeft <= 0
      if (!isFull() && !isPartial) continue
      upTo = row.id
      break
    }
    // Otherwise there are events before `after` that were not tested. A later poll tests them.
    if (after <= searchedUpTo) addPending(queue, { after, upTo }, ids)
    queue.rowsSearched += Math.max(0, this.log.sql.meter.read - readBefore - ROWS_PER_EVENT_SENT * events.length)
    return { events, last: ids.at(-1) ?? after, upTo, isPartial }
  }

  #pendingEvent(row: EventHeader, queue: Queue, audienceTest: (text: string) => InAudience): string | undefined {
    const kind = this.log.kinds.get(row.kind)
    if (kind === undefined) return undefined // a newer version of the server removed the kind
    const { id } = row
    if (!this.#orElse(false, { id, kind }, () => audienceTest(row.audience)(queue, id))) return undefined
    const audience: Audience = JSON.parse(row.audience)
    const facts: object = JSON.parse(this.log.factsOf(row))
    return this.encode({ id, kind, audience, facts, characters: 0, encodings: new Map() }, queue)
  }

  /** Returns the test of an audience by its JSON text. Many events have the same audience, so each is parsed once. */
  #audienceTests(): (text: string) => InAudience {
    const tests = new Map<string, InAudience>()
    return (text) => {
      const cached = tests.get(text)
      if (cached) return cached
      if (tests.size >= MAX_AUDIENCES_PARSED) tests.clear()
      const audience: Audience = JSON.parse(text)
      const inAudience = this.#audience(audience)
      tests.set(text, inAudience)
      return inAudience
    }
  }

  #audience({ parts, except }: Audience): InAudience {
    const tests = parts.map((part) => {
      const kind = this.audiences.get(part.kind)
      if (kind === undefined) return () => false
      const includes = kind.includes(this.realm(), part.facts)
      return (queue: Queue, id: number) => includes(this.#watched(queue, kind), id)
    })
    const excepted = new Set(except)
    return (queue, id) => !excepted.has(queue.user_id) && tests.some((includes) => includes(queue, id))
  }

  /** Returns the queue. Where declarations are checked, it throws when an undeclared client option is read. */
  #watched(queue: Queue, kind: AnyEventKind | AnyAudienceKind): Queue {
    if (!this.realm().config.check_declarations) return queue
    const name = 'name' in kind ? `Audience ${kind.name}` : `Event ${nameOfKind(kind)}`
    return watchReads(queue, name, kind.dependsOn)
  }

  // An event that cannot be encoded is our bug. It must not keep clients from later events. In tests it throws.
  #orElse<Result>(fallback: Result, { id, kind }: Pick<Header, 'id' | 'kind'>, compute: () => Result): Result {
    try {
      return compute()
    } catch (error) {
      if (this.realm().config.check_declarations) throw error
      logLine('error', 'event_not_encoded', { event_id: id, kind: nameOfKind(kind) }, error)
      return fallback
    }
  }

  /** Returns users among whom all recipients of an event are, if the audience knows them and they are at most so many. */
  candidatesOf({ id, audience }: Pick<Header, 'id' | 'audience'>, most = Infinity): Set<number> | undefined {
    const candidates = new Set<number>()
    for (const { kind, facts } of audience.parts) {
      const ofPart = this.audiences.get(kind)?.candidates?.(this.realm(), facts, id)
      if (ofPart === undefined) return undefined
      for (const user_id of ofPart) if (candidates.add(user_id).size > most) return undefined
    }
    return candidates
  }
}

/** Users with equal personal fields share one text, so that they can share a frame. */
function withPersonalFields(encodings: Map<string, string>, variant: string, personal: string): string {
  const key = `${variant} ${personal}`
  const cached = encodings.get(key)
  if (cached !== undefined) return cached
  const json = `${encodings.get(variant)!.slice(0, -1)},${personal.slice(1)}`
  if (encodings.size < MAX_ENCODINGS) encodings.set(key, json)
  return json
}

const MAX_ENCODINGS = 64

/** The header and the facts. */
const ROWS_PER_EVENT_SENT = 2

/** Whether each queue in the audience that requested the type receives the same text. */
const isUniform = (kind: AnyEventKind): boolean => !DIFFERENCES.some((name) => name in kind)

const DIFFERENCES = ['accepts', 'variant', 'personal']

/** Events with the same name reach the same queues in the same variants, without the users and queues that are exceptions. */
export type Repetition = {
  name: string
  exceptions: ReadonlySet<number>
  /** Returns whether each event is decided for this queue by itself, if the audience of this event includes it, or not. */
  isDecided: (queue: Queue, isAccepted: boolean) => boolean
}

export type PendingEvents = { events: string[]; last: number; upTo: number; isPartial: boolean }

export const NO_PENDING_EVENTS: PendingEvents = { events: [], last: -1, upTo: -1, isPartial: false }

type Header = Pick<PublishedEvent, 'id' | 'kind' | 'audience'>
type InAudience = (queue: Queue, event_id: number) => boolean

const MAX_AUDIENCES_PARSED = 1000

/** Whether the client requested events of this type. */
const isRequested = ({ type }: AnyEventKind, { event_types }: Queue): boolean =>
  event_types === null || event_types.includes(type)

/** What the reader needs of a realm: whether events are compared with their declarations. */
type Checking = { config: { check_declarations: boolean } }

/** Reads users into memory. A method, so that the realm's own function may need more of it than this file knows. */
export type ReadUsers = { readUsers(realm: Checking, user_ids: readonly number[]): void }['readUsers']
