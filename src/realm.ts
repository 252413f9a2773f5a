import type { CallSession, ClientFacts } from './api/realm-call'
import type { Config } from './config'
import { audienceFor, eventFor, type AudiencePart, type NewEvent } from './events/event'
import type { EventLog } from './events/event-log'
import type { Listeners } from './events/listeners'
import type { Peers } from './events/peers'
import { stateSliceFor } from './events/state-slice'
import type { Bodies } from './store/bodies'
import type { D1 } from './store/d1'
import type { EmailQueue } from './store/email-queue'
import type { Files } from './store/files'
import type { Batch } from './store/memory-size'
import type { MessageIds } from './store/message-ids'
import type { Outbox } from './store/outbox'
import type { PointInTime } from './store/point-in-time'
import type { RealmMetrics } from './store/realm-metrics'
import type { RealmCache } from './store/realm-cache'
import type { RealmDatabases } from './store/realm-databases'
import type { Sql, SqlReader } from './store/realm-sql'
import type { Timeline } from './store/timeline'

/** The realm as queries see it: its state and its clock. Queries can neither write nor publish. */
export type ReadOnlyRealm = {
  /** The name of the realm in its host and in its rows in D1. */
  name: string
  /** The client that sent the request. For due work, it is the server itself. */
  client: ClientFacts
  /** The session of the browser that sent the request. Empty for other clients and for due work. */
  session: Readonly<CallSession>
  config: Config

  sql: SqlReader
  cache: Pick<RealmCache, 'get' | 'find'>
  /** Returns UNIX seconds. */
  now(): number

  messageIds: Pick<MessageIds, 'last'>
  emails: Pick<EmailQueue, 'canSend'>
  bodies: Pick<Bodies<MessageBody>, 'available' | 'findAvailable' | 'load' | 'loadOne' | 'notInD1'>
  /** The positions of events, which order everything that the realm does. */
  log: Pick<EventLog, 'lastId' | 'oldestId' | 'factsWith' | 'size'>
  peers: Pick<Peers<CallSeat>, 'inRoom' | 'ofUser'>
  listeners: Pick<
    Listeners,
    'findOwner' | 'haveQueues' | 'ownersOfAllPublicChannels' | 'receiversAmong' | 'recipientsWithout' | 'userIds'
  >
  messageExtras: readonly MessageExtra[]
  sharedContexts: readonly SharedContext[]
}

/** The realm as actions see it: they also write, and publish what they changed. */
export type Realm = ReadOnlyRealm & {
  sql: Sql
  cache: RealmCache
  session: CallSession
  /** Returns random letters and digits. Each has almost six bits of entropy. */
  randomKey(length: number): string
  randomUuid(): string

  /** Runs a change completely or not at all. If it throws, its writes are undone and its events are not published. */
  transaction<Result>(change: () => Result): Result
  /** Publishes an event in the transaction that makes the change. The recipients are the users in any part of the audience. */
  publish(event: NewEvent, audience: AudiencePart | AudiencePart[], except?: number[]): void

  messageIds: MessageIds
  outbox: Outbox
  emails: EmailQueue
  files: Files
  /** The bucket for nightly copies, if the deployment has one. */
  backups?: R2Bucket
  /** The first database, which has all that is not a text. */
  d1: D1
  databases: RealmDatabases
  pointInTime: PointInTime
  timeline: Timeline
  bodies: Bodies<MessageBody>
  log: Pick<EventLog, 'takeId' | 'skipTo' | 'chargeRows'>
  listeners: Listeners
  /** The participants of calls. */
  peers: Peers<CallSeat>
  metrics: RealmMetrics
  initialUserData: readonly InitialUserData[]
  /** Sets the alarm, which runs due work, to this time or an earlier one. */
  wakeAt(seconds: number): void
}

/** The parts of a message that no decision needs, so they are in D1. Topic and channel are in the index, never in a body. */
export type MessageBody = {
  content: string
  rendered_content: string
  client: string
  is_me_message: boolean
}

/** What the realm knows about a participant of a call. The socket has it, and no table. */
export type CallSeat = {
  joined_at: number
  audio: boolean
  video: boolean
  screen: boolean
  /** The place of a raised hand in the order of hands. */
  hand: number | null
  /** Whether the participant may speak and be seen: not where they may only read. */
  may_speak: boolean
  /** Since when there is no other participant. */
  alone_since: number | null
  /** The public key with which others encrypt their secrets for its browser. */
  key?: string
  /** Users who left the call, and whom no row names yet; and when the first of them left. */
  left?: { user_ids: readonly number[]; since: number }
  /** Of a call over the media server: its sessions there, and what is published. Other participants never learn of the sessions. */
  media?: SeatMedia
}

/** `epoch` grows with each new session that publishes. */
type SeatMedia = {
  up: string | null
  down: string | null
  epoch: number
  sources: readonly MediaSource[]
}
export type MediaSource = 'microphone' | 'camera' | 'screen' | 'screenSound'

/**
 * A field that a later concept adds to messages, such as `reactions`. The wing of messages calls these functions and does not
 * know the concepts. Each function is called once for a page of messages, not once for each message.
 */
export type MessageExtra = {
  field: string
  /** The bit in the index of the messages that have this extra. Nothing is read for the others. */
  indexFlag?: number
  /** Returns the values for the first of these messages: as many as `most` bytes hold. */
  read?(realm: ReadOnlyRealm, message_ids: readonly number[], most: number): Batch<ReadonlyMap<number, unknown>>
  /** Returns the users who took part in a conversation by it. */
  findParticipants?(realm: ReadOnlyRealm, message_ids: readonly number[]): readonly number[]
  /** Called when a message is sent. */
  initialize?(realm: Realm, message: MessageWithUploads): void
  /** Called when the content of a message is edited. Returns the author's files that are in no message any more. */
  update?(realm: Realm, message: MessageWithUploads): WireAttachment[]
  /** Called when messages are deleted. */
  delete(realm: Realm, message_ids: readonly number[]): void
}

export type MessageWithUploads = {
  id: number
  sender_id: number
  upload_paths: readonly string[]
  /** The web pages to which it links. */
  links: readonly string[]
}

/** A file as the API returns it to its owner. The specification has another form: src/api/specified-forms.ts. */
export type WireAttachment = {
  id: number
  name: string
  path_id: string
  size: number
  create_time: number
  messages: { date_sent: number; id: number }[]
  message_ids: number[]
}

/**
 * A relation between users that one concept declares, such as a shared channel. In some realms a guest can see only the
 * users with whom the guest shares a context.
 */
export type SharedContext = {
  name: string
  /** Returns lists of the users who share this context with a user. A user can be in several. */
  findUsers(realm: ReadOnlyRealm, user_id: number): readonly (readonly number[])[]
  isShared(realm: ReadOnlyRealm, user_id: number, other_id: number): boolean
}

/** Data of one concept about a user, published to those for whom the user becomes visible. */
export type InitialUserData = {
  name: string
  publish(realm: Realm, user_id: number, audience: AudiencePart): void
}

export const event = eventFor<ReadOnlyRealm>()
export const audience = audienceFor<ReadOnlyRealm>()
export const stateSlice = stateSliceFor<ReadOnlyRealm, Realm>()
export const sharedContext = (declaration: SharedContext): SharedContext => declaration
export const initialUserData = (declaration: InitialUserData): InitialUserData => declaration
export const messageExtra = (declaration: MessageExtra): MessageExtra => declaration
