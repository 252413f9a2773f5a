import type { ClientFacts } from './api/realm-call'
import { audienceFor, eventFor, type NewEvent, type AudiencePart } from './events/event'
import type { EventLog } from './events/event-log'
import type { Queues } from './events/queues'
import type { Sockets } from './events/sockets'
import type { Tickets } from './events/tickets'
import { stateSliceFor, type AnyStateSlice } from './events/state-slice'
import type { EventReader } from './events/event-reader'
import type { Bodies } from './store/bodies'
import type { Files } from './store/files'
import type { Batch } from './store/memory-size'
import type { EmailQueue } from './store/email-queue'
import type { MessageIds } from './store/message-ids'
import type { Outbox } from './store/outbox'
import type { RealmCache } from './store/realm-cache'
import type { Sql } from './store/realm-sql'
import type { Config } from './config'

/** What a `decide` is given: the realm's state, its clock and its chances, and the ways to change and announce. */
export type Realm = {
  /** The name that hosts and D1 rows know the realm by. */
  name: string
  /** Who is on the line, for what depends on it; in due work, the server itself. */
  client: ClientFacts
  config: Config

  sql: Sql
  cache: RealmCache
  /** UNIX seconds. */
  now(): number
  /** Random letters and digits, each worth almost six bits. */
  randomKey(length: number): string
  randomUuid(): string

  /** All or nothing: a refusal thrown inside undoes it, and what it published is never heard of. */
  transaction<Result>(change: () => Result): Result
  /** Announces in the transaction that makes the change. Everyone in any of the parts hears of it, but for those excepted. */
  publish(announcement: NewEvent, audience: AudiencePart | AudiencePart[], except?: number[]): void

  messageIds: MessageIds
  outbox: Outbox
  emails: EmailQueue
  files: Files
  bodies: Bodies<MessageBody>
  log: EventLog
  queues: Queues
  reader: EventReader
  sockets: Sockets
  tickets: Tickets
  slices: readonly AnyStateSlice[]
  adornments: readonly Adornment[]
  acquaintances: readonly Acquaintance[]
  introductions: readonly Introduction[]
  /** Due work wants to be rung by then. */
  wakeAt(seconds: number): void
}

/** What of a message needs no decision, and so lives in D1. Topic and channel are facts of the index, never of a body. */
export type MessageBody = {
  content: string
  rendered_content: string
  client: string
  is_me_message: boolean
}

/**
 * What a concept adds to messages as they are fetched: the value of one field of each message that has more than nothing
 * in it. It is asked once for a whole page and not once for each message, so it is one read. Messages show what hangs off
 * them in this way without knowing whose it is.
 */
export type Adornment = {
  adorns: string // the field, where there is one to read
  trait?: number // the bit in the index of those that have any: nothing is read for the others
  /** Of the first of these messages, as many as hold `most` bytes. */
  read?(realm: Realm, message_ids: readonly number[], most: number): Batch<ReadonlyMap<number, unknown>>
  /** Who took part in a conversation by hanging something there. */
  tookPart?(realm: Realm, message_ids: readonly number[]): readonly number[]
  /** A message is being sent: what hangs off it from the beginning. */
  sent?(realm: Realm, message: SentMessage): void
  /** It says something else from here on. Answered are the author's files that no message holds any more. */
  edited?(realm: Realm, message: SentMessage): ToldAttachment[]
  /** The messages are gone, and with them what hung off them. */
  forget(realm: Realm, message_ids: readonly number[]): void
}

/** A message, as far as what hangs off it follows from its words. */
export type SentMessage = { id: number; sender_id: number; upload_paths: readonly string[] }

/** A file as its owner is told of it; times are in milliseconds (specification 2.4). */
export type ToldAttachment = {
  id: number
  name: string
  path_id: string
  size: number
  create_time: number
  messages: { date_sent: number; id: number }[]
}

/**
 * How people come to have to do with each other by way of one concept. Guests of some realms may know of nobody else: who
 * may know of whom is said without knowing by what they met.
 */
export type Acquaintance = {
  acquaints: string // by what
  /** Everyone with whom somebody has to do by it. */
  of(realm: Realm, user_id: number): readonly number[]
  /** The same, asked of two. */
  between(realm: Realm, user_id: number, other_id: number): boolean
}

/** What one concept has to tell of somebody to those who come to know of them. */
export type Introduction = {
  introduces: string // what
  tell(realm: Realm, user_id: number, to: AudiencePart): void
}

export const event = eventFor<Realm>()
export const audience = audienceFor<Realm>()
export const stateSlice = stateSliceFor<Realm>()
export const acquaintance = (declaration: Acquaintance): Acquaintance => declaration
export const introduction = (declaration: Introduction): Introduction => declaration
export const adornment = (declaration: Adornment): Adornment => declaration
