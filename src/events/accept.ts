import { checkEvent, watchReads } from './check-event'
import { rememberFound } from './checked'
import { WINDOW_CHARACTERS } from './flow'
import { nameOfKind, type AnyAudienceKind, type Audience } from './event'
import type { EventHeader, EventLog, Published } from './log'
import type { Queue } from './queues'

/**
 * Whether a queue gets an event (did it ask, is it in the audience, may this client have it), and the event as that
 * client reads it. Who is connected now and who comes back later are asked and told exactly the same way.
 */
export class Reader {
  constructor(
    readonly realm: () => Checking,
    readonly log: EventLog,
    readonly audiences: ReadonlyMap<string, AnyAudienceKind>,
  ) {}

  /** Built once for each event and asked once for each queue. */
  acceptance(event: Header): (queue: Queue) => boolean {
    const { id, kind, audience } = event
    const nobody = () => false
    const inAudience = this.#orElse(nobody, event, () => this.#audience(audience))
    return (queue) =>
      (queue.event_types === null || queue.event_types.includes(kind.type)) &&
      this.#orElse(false, event, () => inAudience(queue, id))
  }

  /** The event in this client's variant, as JSON text; undefined where the kind itself withholds it. */
  encoded(event: Published, queue: Queue): string | undefined {
    return this.#orElse(undefined, event, () => this.#encode(event, queue))
  }

  #encode({ id, kind, facts, encodings }: Published, listener: Queue): string | undefined {
    const realm = this.realm()
    const queue = this.#watched(listener, `Event ${nameOfKind(kind)}`, kind.dependsOn)
    if (kind.accepts && !kind.accepts(realm, facts, queue, id)) return undefined
    const variant = kind.variant?.(realm, facts, queue, id) ?? ''
    let shared = encodings.get(variant)
    if (shared === undefined) {
      const fields = kind.encode ? kind.encode(realm, facts, queue, id) : facts
      shared = JSON.stringify({ type: kind.type, ...(kind.op === undefined ? {} : { op: kind.op }), id, ...fields })
      encodings.set(variant, shared)
    }
    const personal = kind.personal ? JSON.stringify(kind.personal(realm, facts, queue, id)) : '{}'
    const json = personal === '{}' ? shared : `${shared.slice(0, -1)},${personal.slice(1)}`
    if (realm.config.check_declarations) checkEvent(kind, json)
    return json
  }

  /**
   * The events for this queue after an event, oldest first, up to a frame's worth. `last` is the last of them; between it
   * and `upTo` there are none. Remembers on the queue what was found, so that each event is checked for it once. Stops
   * after reading so many rows; then it `isPartial`, and asking again goes on from there.
   */
  pending(queue: Queue, after: number, mostRows = Infinity): Pending {
    const { checked, pending } = queue
    const readBefore = this.log.sql.meter.read
    const events: string[] = []
    const found: number[] = []
    let size = 0
    const audiences = this.#audiencesRead()
    const take = (row: EventHeader) => {
      const event = this.#pendingEvent(row, queue, audiences)
      if (event === undefined) return
      events.push(event)
      found.push(row.id)
      size += event.length
    }
    const isFull = () => size > WINDOW_CHARACTERS
    for (const row of this.log.these(pending.filter((id) => id > after))) {
      take(row)
      if (isFull()) return { events, last: row.id, upTo: row.id, isPartial: false }
    }
    let upTo = Math.max(after, this.log.lastId)
    let isPartial = false
    let rowsLeft = mostRows
    for (const row of this.log.after(Math.max(after, checked), queue.event_types)) {
      take(row)
      isPartial = !isFull() && --rowsLeft <= 0
      if (!isFull() && !isPartial) continue
      upTo = row.id
      break
    }
    // Events between what was checked and `after` were not looked at: a later poll does it.
    if (after <= checked) rememberFound(queue, { after, upTo }, found)
    queue.looked += Math.max(0, this.log.sql.meter.read - readBefore - ROWS_PER_EVENT_TOLD * events.length)
    return { events, last: found.at(-1) ?? after, upTo, isPartial }
  }

  #pendingEvent(row: EventHeader, queue: Queue, audiences: (text: string) => InAudience): string | undefined {
    const kind = this.log.kinds.get(row.kind)
    if (kind === undefined) return undefined // a kind that a newer version of the server no longer has
    const { id } = row
    if (!this.#orElse(false, { id, kind }, () => audiences(row.audience)(queue, id))) return undefined
    const audience: Audience = JSON.parse(row.audience)
    const facts: object = JSON.parse(this.log.factsOf(row))
    return this.encoded({ id, kind, audience, facts, encodings: new Map() }, queue)
  }

  /** Audiences by their text. Many events have the same one, so each is parsed once while the log is read. */
  #audiencesRead(): (text: string) => InAudience {
    const known = new Map<string, InAudience>()
    return (text) => {
      const found = known.get(text)
      if (found) return found
      if (known.size >= MOST_AUDIENCES_KNOWN) known.clear()
      const audience: Audience = JSON.parse(text)
      const inAudience = this.#audience(audience)
      known.set(text, inAudience)
      return inAudience
    }
  }

  #audience({ parts, except }: Audience): InAudience {
    const tests = parts.map((part) => {
      const kind = this.audiences.get(part.kind)
      if (kind === undefined) return () => false
      const includes = kind.includes(this.realm(), part.facts)
      return (queue: Queue, id: number) => includes(this.#watched(queue, `Audience ${kind.name}`, kind.dependsOn), id)
    })
    const excepted = new Set(except)
    return (queue, id) => !excepted.has(queue.user_id) && tests.some((includes) => includes(queue, id))
  }

  /** Returns the queue. Where declarations are checked, reading an undeclared client option of it throws. */
  #watched(queue: Queue, name: string, dependsOn: readonly string[] | undefined): Queue {
    return this.realm().config.check_declarations ? watchReads(queue, name, dependsOn) : queue
  }

  // An event that cannot be told is our bug. It must not keep people from all that comes after it, but where bugs are
  // looked for it does.
  #orElse<Told>(instead: Told, { id, kind }: Pick<Header, 'id' | 'kind'>, tell: () => Told): Told {
    try {
      return tell()
    } catch (error) {
      if (this.realm().config.check_declarations) throw error
      console.error(`Event ${id}, ${nameOfKind(kind)}, cannot be told`, error)
      return instead
    }
  }

  /** The people an audience is limited to, if it names all of them. */
  people({ parts }: Audience): Set<number> | undefined {
    const named = parts.map((part) => this.audiences.get(part.kind)?.people?.(part.facts))
    return named.every((people) => people !== undefined) ? new Set(named.flat()) : undefined
  }
}

/** Its header, and its facts. */
const ROWS_PER_EVENT_TOLD = 2

export type Pending = { events: string[]; last: number; upTo: number; isPartial: boolean }

export const NOTHING_PENDING: Pending = { events: [], last: -1, upTo: -1, isPartial: false }

type Header = Pick<Published, 'id' | 'kind' | 'audience'>
type InAudience = (queue: Queue, event_id: number) => boolean

const MOST_AUDIENCES_KNOWN = 1000

/** The machinery has never heard of what a realm is, but for whether it wants to be held to its declarations. */
type Checking = { config: { check_declarations: boolean } }
