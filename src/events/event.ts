import type { Schemas } from '../api/endpoint'
import type { Queue } from './queue'
/**
 * The declaration of an event: its type, its fields on the wire, and how they differ between clients. The log stores facts.
 * The server encodes them once for each variant, not once for each client.
 */
export type EventKind<Realm, Facts> = Loaded<Realm, Facts> & {
  type: string
  op?: string
  /** One sentence about the change, for the API's documentation. */
  summary: string
  /** The audience kinds that receive it, by name. A text describes the users if the kind does not: "the sender". */
  recipients: Readonly<Record<string, string | true>>
  /** The client options (capabilities and parameters of /register) that change it, or that decide who receives it. */
  dependsOn?: readonly string[]
  /** The fields on the wire, beside type, op and id. */
  fields: Schemas
  /** The event matters only for a moment: memory keeps it for some seconds, and it has no row. */
  isEphemeral?: boolean
  /** The parts of /register that a client updates with it, as in fetch_event_types. */
  updates?: string | readonly string[]
  /** Returns whether a queue may receive it, if its user is in the audience and it requested the type. */
  accepts?(realm: Realm, facts: Facts, queue: Queue, event_id: number): boolean
  /** Returns the name of the client's variant. Many clients share a variant. */
  variant?(realm: Realm, facts: Facts, queue: Queue, event_id: number): string
  /** Returns the fields on the wire for this variant. Without this function they are the facts. */
  encode?(realm: Realm, facts: Facts, queue: Queue, event_id: number): object
  /** Declared for kinds with `accepts`, `variant` or `personal`: see `Repetition`. Other kinds go to the same queues in any case. */
  repeats?(realm: Realm, facts: Facts, event_id: number): Repeated | undefined
  /** Returns the fields that only this user receives. They are appended to the shared encoding. */
  personal?(realm: Realm, facts: Facts, queue: Queue, event_id: number): object
}

/**
 * Events with the same audience and group reach the same queues in the same variants, until a user changes. So the realm keeps the
 * lists of these queues for users in gateways. An audience and a kind of event each say what decides about their recipients, besides
 * the queues and their users. Whatever may change where a user's queues belong must be noted with `Listeners.noteChangedUsers`.
 */
type Repeated = {
  group: string
  /** The users for whom this event differs from others with the same group. */
  exceptions?: readonly number[]
  /** Returns whether each event is decided for this queue by itself. */
  isException?(queue: Queue): boolean
}

type Loaded<Realm, Facts> = {
  /** Reads in pieces what the tests of queues need, if it may be much. Without this function, the first test reads it. */
  load?(realm: Realm, facts: Facts): Generator<void>
}

/** Any kind of event. Methods are compared loosely, so each kind is one. Only its own declaration has the type of its facts. */
export type AnyEventKind = EventKind<unknown, object>

/**
 * A rule that selects the recipients of events. It depends only on facts and on the history at the event, so a client that
 * returns later receives the same events.
 */
export type AudienceKind<Realm, Facts extends object> = Loaded<Realm, Facts> & {
  name: string
  /** The users in it, for the API's documentation: "The subscribers of the channel." */
  description: string
  /** The client options that it depends on. */
  dependsOn?: readonly string[]
  /** Returns a test of queues. */
  includes(realm: Realm, facts: Facts): (queue: Queue, event_id: number) => boolean
  /** Returns users among whom all of it are at an event, if they are known. Then only their queues are tested. */
  candidates?(realm: Realm, facts: Facts, event_id: number): Iterable<number> | undefined
  /** Returns which audiences of the kind include the same queues. Undefined: each event is decided for each queue. */
  repeats?(realm: Realm, facts: Facts, event_id: number): Repeated | undefined
}

export type AnyAudienceKind = AudienceKind<unknown, object>

/** A part of an audience as it is stored. An audience is the union of its parts, without the users in `except`. */
export type AudiencePart = { kind: string; facts: object }
export type Audience = { parts: AudiencePart[]; except?: number[] }

/** An event that was not published yet. */
export type NewEvent = { kind: AnyEventKind; facts: object }

/** Returns the function that declares events. */
export function eventFor<Realm>() {
  return <Facts extends object>(kind: EventKind<Realm, Facts>) => {
    const newEvent = (facts: Facts): NewEvent => ({ kind, facts })
    return Object.assign(newEvent, { kind })
  }
}

/** Returns the function that declares audiences. */
export function audienceFor<Realm>() {
  return <Facts extends object>(kind: AudienceKind<Realm, Facts>) => {
    const part = (facts: Facts): AudiencePart => ({ kind: kind.name, facts })
    return Object.assign(part, { kind })
  }
}

/** Returns the name of an event kind: the type, or type/op. */
export const nameOfKind = (kind: { type: string; op?: string }) =>
  kind.op === undefined ? kind.type : `${kind.type}/${kind.op}`
