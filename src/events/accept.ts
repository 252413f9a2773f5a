import * as v from 'valibot'
import { checkFields } from '../api/check-declaration'
import { WINDOW_CHARACTERS } from './flow'
import { nameOfKind, type AnyAudienceKind, type AnyEventKind, type Audience } from './event'
import type { EventLog, Published } from './log'
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

  #encode({ id, kind, facts, encodings }: Published, queue: Queue): string | undefined {
    const realm = this.realm()
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

  /** What comes after an event in this queue, oldest first, up to a frame's worth; and up to which event that is all. */
  pending(queue: Queue, after: number): { events: string[]; upTo: number } {
    const found: string[] = []
    let size = 0
    for (const row of this.log.after(after)) {
      const kind = this.log.kinds.get(row.kind)
      if (kind === undefined) continue // a kind that a newer version of the server no longer has
      const audience: Audience = JSON.parse(row.audience)
      if (!this.acceptance({ id: row.id, kind, audience })(queue)) continue
      const facts: object = JSON.parse(row.facts)
      const event = this.encoded({ id: row.id, kind, audience, facts, encodings: new Map() }, queue)
      if (event === undefined) continue
      found.push(event)
      size += event.length
      if (size > WINDOW_CHARACTERS) return { events: found, upTo: row.id }
    }
    return { events: found, upTo: Math.max(after, this.log.lastId) }
  }

  #audience({ parts, except }: Audience): (queue: Queue, event_id: number) => boolean {
    const tests = parts.map((part) => {
      const kind = this.audiences.get(part.kind)
      return kind ? kind.includes(this.realm(), part.facts) : () => false
    })
    const excepted = new Set(except)
    return (queue, id) => !excepted.has(queue.user_id) && tests.some((includes) => includes(queue, id))
  }

  // An event that cannot be told is our bug. It must not keep people from all that comes after it, but where bugs are
  // looked for it does.
  #orElse<Told>(instead: Told, { id, kind }: Header, tell: () => Told): Told {
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

type Header = Pick<Published, 'id' | 'kind' | 'audience'>

/** The machinery has never heard of what a realm is, but for whether it wants to be held to its declarations. */
type Checking = { config: { check_declarations: boolean } }

function checkEvent(kind: AnyEventKind, json: string): void {
  const header = {
    type: v.literal(kind.type),
    ...(kind.op === undefined ? {} : { op: v.literal(kind.op) }),
    id: v.number(),
  }
  const said: object = JSON.parse(json)
  checkFields(`Event ${nameOfKind(kind)}`, { ...header, ...kind.fields }, said)
}
