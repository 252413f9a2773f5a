import type { CallSession, RealmCall, RealmRefusal } from '../../api/realm-call'
import type { Owner } from '../queue'
import type { ConnectedOfUser } from './connected-queues'

/**
 * What a realm and its gateways say to each other. The realm decides who receives an event and in which text. A gateway keeps
 * queues and sends them their texts, so it needs nothing of the domain.
 */

/** An event for the queues of one gateway. `recipients[n]` has the numbers of the queues that receive `texts[n]`. */
export type GatewayEvent = { id: number; texts: string[]; recipients: Recipients[]; isEphemeral?: true }

/** Numbers of queues. The realm sends a long list once. Later it sends the id of the list, `joined` (new queues) and `left` (removed queues). */
export type Recipients = number[] | { list: number; numbers?: readonly number[]; joined?: number[]; left?: number[] }

/** A queue as its gateway must know it. */
export type GatewayQueue = Owner & { queue_id: string; registered_after: number; lifespan_seconds: number }

/** A change that a gateway must apply before it receives later events. */
export type GatewayChange =
  | { kind: 'register'; queue: GatewayQueue }
  | { kind: 'remove'; queue_ids: string[] }
  /** The user's credentials were deleted: the listeners end, the queues stay. */
  | { kind: 'disconnect'; user_id: number }
  | { kind: 'disconnectSessions'; user_id: number; session_ids: number[] }
  /** What the credentials may do has changed: the gateway asks the realm about them again. Null: those of all users. */
  | { kind: 'forget'; user_id: number | null }
  | PresenceChange

/** The realm itself changed the presence of a user. Null: the user has none any more. */
export type PresenceChange = { kind: 'presence'; user_id: number; presence: PresenceFact | null }

/** When a user was last active (null: never), and when last connected. */
export type PresenceFact = { active_timestamp: number | null; idle_timestamp: number }
export type UserPresence = [user_id: number, presence: PresenceFact]

/** One call of the realm. */
export type GatewayBatch = {
  realm_name: string
  /** The number of the gateway. */
  number: number
  /** The batch has each event for the gateway's queues after `from` and up to `upTo`. */
  from: number
  upTo: number
  /** The first of the ids up to `upTo` that nothing else has, for heartbeats. */
  spareFrom?: number
  events: GatewayEvent[]
  /** The changes up to this version, each with its own. */
  version: number
  changes: { version: number; change: GatewayChange }[]
  /**
   * All queues of the gateway, if the realm does not know the changes that the gateway lacks. None needs an event up to `after`. Only for
   * a gateway that has applied the changes up to `applied`: otherwise this call is late.
   */
  reset?: { queues: GatewayQueue[]; after: number; applied: number | null }
  /** The gateway serves until then, in milliseconds, if it has applied all changes. */
  leaseUntil: number
  /** The gateway writes what its queues need, so that the realm can trim its log. */
  store: boolean
  /** The users whose connected queues the answer names. */
  connected_of: number[]
}

/** The gateway's answer. The realm sends again what it lacks. */
export type GatewayReply = {
  /** The gateway has each event up to this one. */
  position: number
  /** After a crash it has each event up to this one. */
  stored: number
  /** The version up to which it has applied all changes. Null: it has none. */
  applied: number | null
  /** It does not know a list that an event names, so it took no event. */
  lacksList: boolean
  listeners: number
  connected: ConnectedOfUser[]
}

/** The gateway as the realm calls it. */
export type GatewayStub = { deliver(batch: GatewayBatch): Promise<GatewayReply> }

/**
 * The caller of a gateway, as the realm admitted it. The gateway may admit the credential until then, in seconds. `ping`: the request is
 * a ping.
 */
export type AdmittedCaller = {
  ok: true
  user_id: number
  session_id: CallSession['id']
  until: number
  ping?: PingFacts
}

/** What a gateway must know to answer the pings of a user. */
export type PingFacts = {
  /** Only the realm can answer: it knows whom the user can see, or presences are hidden. */
  isOfRealm: boolean
  showsPresence: boolean
}

/** A queue whose client is gone, and the id of the first message that it did not receive. */
export type ExpiredQueue = {
  queue_id: string
  missed_id?: number
  /** JSON in which the message has its id: release 0.1.0 sends and reads this field instead of `missed_id`. */
  missed?: string
}

/** Queues that live on although their clients have left, and queues whose clients were away and poll again. */
export type AbsenceChanges = { left: ExpiredQueue[]; returned: string[] }

/** How the texts of events of messages begin. The realm notifies absent users of messages. */
export const BEGIN_OF_MESSAGE_EVENT = '{"type":"message",'

/** The realm as a gateway calls it. */
export type GatewayRealm = {
  /** Delivers what the gateway lacks, which renews its lease. Returns false if the realm has no such gateway. */
  contactGateway(number: number): Promise<boolean>
  admitCaller(call: RealmCall): Promise<AdmittedCaller | RealmRefusal>
  /** Records the presences that changed in the gateway. Returns the presences that changed in the realm. `lacksAll`: all of the last hour. */
  exchangePresences(changed: UserPresence[], lacksAll: boolean): Promise<UserPresence[]>
  /** The queues expired in the gateway. */
  removeExpiredQueues(number: number, expired: ExpiredQueue[]): Promise<void>
  /** Clients of queues in the gateway have left, or have returned. */
  noteAbsence(number: number, changes: AbsenceChanges): Promise<void>
}

/** A gateway serves alone for this long after a call of the realm. */
export const LEASE_MILLISECONDS = 10_000
