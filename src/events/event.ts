import type { Schemas } from '../api/endpoint'
import type { Queue } from './queues'

/**
 * An event is declared once: its type, its fields on the wire, and where clients differ, how. What is stored of it are
 * facts; what a client reads is encoded from them, once for each variant of client and not for each client.
 */
export type EventKind<Realm, Facts> = {
  type: string
  op?: string
  /** What happened, for readers of the API's documentation. */
  summary: string
  /** The audience kinds it is published to, by name. Words say who that is where the kind alone does not: "the sender". */
  recipients: Readonly<Record<string, string | true>>
  /** The client options (capabilities and parameters of /register) that change it, or that decide who receives it. */
  dependsOn?: readonly string[]
  /** The fields on the wire, beside type, op and id. */
  fields: Schemas
  /** Worth hearing for a moment only: it is kept in memory for so long, and never written. */
  isFleeting?: boolean
  /** The parts of /register that a client keeps true with it, as in fetch_event_types. */
  keeps?: string | readonly string[]
  /** May this queue have it, beyond being in the audience and having asked for the type? */
  accepts?(realm: Realm, facts: Facts, queue: Queue, event_id: number): boolean
  /** What makes one client's copy differ from another's. Few values, many clients. */
  variant?(realm: Realm, facts: Facts, queue: Queue, event_id: number): string
  /** The fields on the wire for this variant; the facts themselves where nothing is said. Undefined: not for them. */
  encode?(realm: Realm, facts: Facts, queue: Queue, event_id: number): object
  /** What only this person is told, spliced into the shared encoding. */
  personal?(realm: Realm, facts: Facts, queue: Queue, event_id: number): object
}

/** Any kind: methods are compared loosely, so every kind is one. What its facts are is known to its own declaration only. */
export type AnyEventKind = EventKind<unknown, object>

/** Who hears of it, told as a fact that stays true, so that a late reader gets exactly what it would have got at once. */
export type AudienceKind<Realm, Facts extends object> = {
  name: string
  /** Who is in it, for readers of the API's documentation: "The subscribers of the channel." */
  description: string
  /** The client options that decide who is in it. */
  dependsOn?: readonly string[]
  includes(realm: Realm, facts: Facts): (queue: Queue, event_id: number) => boolean
  /** The people it names, where it names them: only their queues need be asked. */
  people?(facts: Facts): readonly number[]
}

export type AnyAudienceKind = AudienceKind<unknown, object>

/** One part of an audience as it is stored. An audience is all its parts together, less those it excepts. */
export type AudiencePart = { kind: string; facts: object }
export type Audience = { parts: AudiencePart[]; except?: number[] }

export type Announcement = { kind: AnyEventKind; facts: object }

export function eventFor<Realm>() {
  return <Facts extends object>(kind: EventKind<Realm, Facts>) => {
    const announce = (facts: Facts): Announcement => ({ kind, facts })
    return Object.assign(announce, { kind })
  }
}

export function audienceFor<Realm>() {
  return <Facts extends object>(kind: AudienceKind<Realm, Facts>) => {
    const part = (facts: Facts): AudiencePart => ({ kind: kind.name, facts })
    return Object.assign(part, { kind })
  }
}

export const nameOfKind = (kind: { type: string; op?: string }) =>
  kind.op === undefined ? kind.type : `${kind.type}/${kind.op}`
