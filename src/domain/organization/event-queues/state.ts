import { checkFields } from '../../../api/check-declaration'
import type { ClientOptions } from '../../../events/queue'
import type { ListeningRealm } from '../../../listening-realm'
import type { User } from '../../people/users/user'

/** Returns the state that the client fetches. A slice with several event types is fetched if the client fetches all of them. */
export function initialState(
  realm: ListeningRealm,
  actor: User,
  event_types: readonly string[] | null,
  options: ClientOptions,
): object {
  const state = {}
  for (const slice of fetchedSlices(realm, event_types)) {
    slice.prepare?.(realm, actor)
    const values = slice.read(realm, actor, options)
    if (realm.config.check_declarations) checkFields(`State of ${slice.fetchedFor.join(', ')}`, slice.fields, values)
    Object.assign(state, values)
  }
  return state
}

/** Reads what `initialState` needs. Yields after each part of the work. After the last part, `initialState` takes little time. */
export function* loadState(
  realm: ListeningRealm,
  actor: User,
  event_types: readonly string[] | null,
  options: ClientOptions,
): Generator<void> {
  for (const slice of fetchedSlices(realm, event_types)) if (slice.load) yield* slice.load(realm, actor, options)
}

function fetchedSlices({ slices }: ListeningRealm, event_types: readonly string[] | null) {
  const isFetched = fetchFilter(event_types)
  return slices.filter(
    ({ fetchedFor, replacedBy }) => !(replacedBy !== undefined && isFetched(replacedBy)) && fetchedFor.every(isFetched),
  )
}

/** Returns the public part of the state, for spectators. They have no queue, so they receive no events about it. */
export function spectatorState(realm: ListeningRealm, event_types: readonly string[] | null): object {
  const isFetched = fetchFilter(event_types)
  const state = {}
  for (const slice of realm.slices) {
    const { fetchedFor, fields } = slice
    const values = fetchedFor.every(isFetched) ? slice.readInPublic?.(realm) : undefined
    if (values === undefined) continue
    const publicFields = Object.fromEntries(Object.entries(fields).filter(([name]) => name in values))
    if (realm.config.check_declarations) checkFields(`Public state of ${fetchedFor.join(', ')}`, publicFields, values)
    Object.assign(state, values)
  }
  return state
}

function fetchFilter(event_types: readonly string[] | null): (type: string) => boolean {
  const types = event_types === null ? undefined : new Set(event_types)
  return (type) => types === undefined || types.has(type)
}
