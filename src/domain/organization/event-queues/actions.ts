import { checkFields } from '../../../api/check-declaration'
import { badRequest } from '../../../api/errors'
import type { ClientOptions, Queue, QueueOptions } from '../../../events/queue'
import type { Realm } from '../../../realm'
import { refusalOfEventNarrow } from '../../writing/sending/event-narrow'
import { endQueues } from '../../people/users/end-queues'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'

export const notAuthorizedForQuery = badRequest(() => 'User not authorized for this query')

/** A new queue, from this moment on. State read in the same transaction includes everything up to it and nothing after. */
export function register(realm: Realm, actor: User, wishes: QueueOptions): Queue {
  if (wishes.all_public_streams && isGuest(actor)) throw notAuthorizedForQuery({})
  const refusal = refusalOfEventNarrow(wishes.narrow)
  if (refusal) throw refusal
  realm.wakeAt(realm.now() + CARE_SECONDS)
  makeRoom(realm, actor)
  return realm.queues.register(actor.user_id, realm.randomUuid(), realm.log.lastId, wishes)
}

/** One who registers again and again and comes back for none of it would have the realm keep everything for them. */
function makeRoom(realm: Realm, { user_id }: User): void {
  const own = realm.queues.idsOf(user_id)
  const forsaken = [
    ...own.filter((id) => !realm.sockets.isConnected(id)),
    ...own.filter((id) => realm.sockets.isConnected(id)),
  ]
  endQueues(realm, forsaken.slice(0, Math.max(0, own.length + 1 - MOST_QUEUES_PER_PERSON)))
}

const MOST_QUEUES_PER_PERSON = 100

/** How often queues are cared for while there are any: the dead buried, the log trimmed. */
export const CARE_SECONDS = 600

/** The state of everything a client fetches. A slice that answers several types is fetched when all of them are. */
export function stateFor(realm: Realm, actor: User, types: readonly string[] | null, traits: ClientOptions): object {
  const wanted = types === null ? undefined : new Set(types)
  const state = {}
  const isFetched = (type: string) => wanted === undefined || wanted.has(type)
  for (const slice of realm.slices)
    if (slice.fetchedFor.every(isFetched) && !(slice.replacedBy && isFetched(slice.replacedBy))) {
      const said = slice.read(realm, actor, traits)
      if (realm.config.check_declarations) checkFields(`State of ${slice.fetchedFor.join(', ')}`, slice.fields, said)
      Object.assign(state, said)
    }
  return state
}
