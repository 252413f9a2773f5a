import { channelReducers } from './channels'
import { groupReducers, updateOwnPermissions } from './groups'
import { messageReducers } from './messages'
import { organizationReducers } from './organization'
import { peopleReducers } from './people'
import { personalReducers } from './personal'
import type { ClientState, StateWith } from './client-state'
import type { Reducers, Registration } from './reducer'
import { touchedParts, type Part } from './touched-parts'
import type { Event, Events } from './wire'

/**
 * Changes the state of a client as an event says. `stateOf` makes the state from the answer of `POST /register`. After all
 * events it equals the answer of a new registration. The state keeps parts of the event and changes them later. Returns the
 * parts of the state that may have changed. Throws for an event that no reducer handles.
 */
export function applyEvent(state: StateWith<'user_id'>, event: Event, registration: Registration): Part[] {
  const name = 'op' in event ? `${event.type}/${event.op}` : event.type
  if (!hasReducer(name)) throw new Error(`No reducer handles ${name}`)
  assumeParts(state)
  reduce(name, event, { state, registration })
  if (event.type === 'realm') updateOwnPermissions(state)
  return touchedParts(event)
}

/** Nothing to test: a client has the parts whose events it receives, because it registered for both together. */
function assumeParts(_: StateWith<'user_id'>): asserts _ is ClientState {}

const hasReducer = (name: string): name is keyof Events => name in REDUCERS

function reduce<Name extends keyof Events>(
  name: Name,
  event: Events[Name],
  { state, registration }: { state: ClientState; registration: Registration },
) {
  const reducers: Reducers = REDUCERS
  reducers[name](state, event, registration)
}

const REDUCERS: Reducers = {
  ...organizationReducers,
  ...peopleReducers,
  ...groupReducers,
  ...channelReducers,
  ...messageReducers,
  ...personalReducers,
}
