import type { Schemas } from '../api/endpoint'
import type { ClientOptions } from './queue'

/**
 * The part of `POST /register` that one concept answers. The state at registration and the events after it must add up to
 * the state of a later registration. Tests check this for every action.
 */
export type StateSlice<ReadOnlyRealm, Realm, Actor, State extends object = object> = {
  /** The event types that request this state. A client that requests all of them receives it; an empty list means always. */
  fetchedFor: readonly string[]
  /** An event type whose state includes this one, so that this one is left out. */
  replacedBy?: string
  fields: Schemas
  /** Writes what the state needs. Called before `read`, in the same transaction. */
  prepare?(realm: Realm, actor: Actor): void
  /** Reads what `read` needs into the cache. Yields after each part of the work: the realm serves other requests in between. */
  load?(realm: Realm, actor: Actor, client: ClientOptions): Generator<void>
  read(realm: ReadOnlyRealm, actor: Actor, client: ClientOptions): State
  /** Returns what spectators receive. Without this function they receive nothing. */
  readInPublic?(realm: ReadOnlyRealm): Partial<Record<keyof State, unknown>>
}

export type AnyStateSlice = StateSlice<unknown, unknown, unknown>

/** Returns the function that declares state slices. */
export function stateSliceFor<ReadOnlyRealm, Realm>() {
  return <Actor, State extends object = object>(
    slice: StateSlice<ReadOnlyRealm, Realm, Actor, State>,
  ): StateSlice<ReadOnlyRealm, Realm, Actor, State> => slice
}
