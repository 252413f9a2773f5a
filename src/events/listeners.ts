import type { Audience, NewEvent } from './event'
import type { EventLog } from './event-log'
import type { EventReader } from './event-reader'
import type { Peers } from './peers'
import type { PresenceFact } from './gateways/protocol'
import { gatewayOf } from './gateways/queue-ids'
import type { RealmGateways } from './gateways/realm-gateways'
import type { Owner, Queue } from './queue'
import type { Queues } from './queues'
import type { Sockets } from './sockets'
import type { Tickets } from './tickets'

type Machinery = {
  log: EventLog
  queues: Queues
  reader: EventReader
  sockets: Sockets
  tickets: Tickets
  gateways: RealmGateways
  peers: Pick<Peers<object>, 'disconnectUser' | 'disconnectSessions'>
}

/** What an action can do with the users who listen. It does not see their sockets, and it does not search their queues. */
export class Listeners {
  constructor(readonly machinery: Machinery) {}

  /** Removes these queues and ends their listeners. The clients must register again. */
  removeQueues(queue_ids: readonly string[]): void {
    for (const queue_id of queue_ids) {
      if (gatewayOf(queue_id) !== undefined) this.machinery.gateways.remove(queue_id)
      this.machinery.queues.remove(queue_id)
      this.machinery.sockets.release(queue_id, 'noQueue')
    }
  }

  /** Removes the queues of a user whose state has changed more than events can say. */
  removeQueuesOf(user_id: number): void {
    this.removeQueues(this.machinery.queues.idsOf(user_id))
  }

  /** Removes all queues. Each gateway begins anew: after a restore, it can have queues that the realm does not know. */
  removeAllQueues(): void {
    this.removeQueues(this.machinery.queues.allIds())
    this.machinery.gateways.opened.beginAnew()
  }

  get haveQueues(): boolean {
    return this.machinery.queues.hasAny
  }

  /** Ends the listeners and the tickets of a user whose credentials were deleted. The queues stay. */
  disconnect(user_id: number): void {
    this.machinery.tickets.removeOf(user_id)
    this.machinery.sockets.disconnectUser(user_id)
    this.machinery.peers.disconnectUser(user_id)
    this.machinery.gateways.disconnect(user_id)
  }

  /** Ends the listeners and the tickets of sessions whose tokens are no longer valid. The queues stay. */
  disconnectSessions(user_id: number, session_ids: readonly number[]): void {
    this.machinery.tickets.removeOfSessions(session_ids)
    this.machinery.sockets.disconnectSessions(user_id, session_ids)
    this.machinery.peers.disconnectSessions(user_id, session_ids)
    this.machinery.gateways.disconnectSessions(user_id, session_ids)
  }

  /** Called when the credentials of a user may do less than before. Null: those of all users. */
  recheckCredentials(user_id: number | null): void {
    this.machinery.gateways.forgetCredentials(user_id)
  }

  /** Called when the realm itself changes the presence of a user. Null: the user has none any more. */
  notePresence(user_id: number, presence: PresenceFact | null): void {
    this.machinery.gateways.notePresence(user_id, presence)
  }

  /** Called when these users may receive other events than before, or other variants of them. */
  noteChangedUsers(user_ids: readonly number[] | 'all'): void {
    this.machinery.gateways.audiences.note(user_ids)
  }

  /** Ends the listeners, the tickets and the queues of sessions that ended. */
  endSessions(user_id: number, session_ids: readonly number[]): void {
    this.disconnectSessions(user_id, session_ids)
    this.removeQueues(this.machinery.queues.idsOfSessions(user_id, session_ids))
  }

  /** Returns the owner of a valid ticket for this queue, and deletes the ticket in any case. */
  redeemTicket(ticket_hash: string, queue_id: string): Owner | undefined {
    return this.machinery.tickets.redeem(ticket_hash, queue_id)
  }

  /** Returns the users who have a queue. */
  userIds(): number[] {
    return this.machinery.queues.ownerIds()
  }

  /** Returns those of these users who have a client that receives messages. */
  receiversAmong(user_ids: readonly number[]): ReadonlySet<number> {
    return this.machinery.queues.receivers.among(user_ids)
  }

  /** Returns the users who have a queue for the messages of all public channels. */
  ownersOfAllPublicChannels(): Iterable<number> {
    return this.machinery.queues.receivers.ofAllPublicChannels()
  }

  /** Returns the user of a queue, expired or not. */
  findOwner(queue_id: string): number | undefined {
    return this.machinery.queues.find(queue_id)?.user_id
  }

  /** Returns the queues that would receive this event now, if their clients had the capability. */
  recipientsWithout(capability: string, { kind }: NewEvent, audience: Audience): Queue[] {
    const { log, queues, reader } = this.machinery
    const header = { id: log.lastId, kind, audience }
    const isRecipient = reader.acceptanceOf(header)
    return queues.withoutCapability(capability, reader.candidatesOf(header)).filter((queue) => isRecipient(queue))
  }
}
