import type { Schemas } from '../api/endpoint'
import type { ClientTraits } from './queues'

/**
 * The part of `POST /register` that one concept answers for. What a slice says at registration, and the events after it,
 * must add up to what it would say at a later registration: the law this server is tested by.
 */
export type StateSlice<Realm, Actor, State extends object = object> = {
  /** Asked for when the client fetches all of these types; nothing here means always. */
  fetchedFor: readonly string[]
  /** Left out where this type is fetched as well, which tells the same and more. */
  replacedBy?: string
  fields: Schemas
  read(realm: Realm, actor: Actor, traits: ClientTraits): State
  /** What of it people without an account are told: nothing, where it does not say. */
  readInPublic?(realm: Realm): Partial<State>
}

export type AnyStateSlice = StateSlice<unknown, unknown>

export function stateSliceFor<Realm>() {
  return <Actor, State extends object = object>(
    slice: StateSlice<Realm, Actor, State>,
  ): StateSlice<Realm, Actor, State> => slice
}
