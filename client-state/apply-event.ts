import { channelReducers } from './channels'
import { groupReducers, updateOwnPermissions } from './groups'
import { messageReducers } from './messages'
import { organizationReducers } from './organization'
import { peopleReducers } from './people'
import { personalReducers } from './personal'
import type { Json, Reducers, Registration } from './reducer'
import { touchedParts, type Part } from './touched-parts'

/**
 * Changes the state of a client as an event says. `stateOf` makes the state from the answer of `POST /register`. After all
 * events it equals the answer of a new registration. The state keeps parts of the event and changes them later. Returns the
 * parts of the state that may have changed. Throws for an event that no reducer handles.
 */
export function applyEvent(state: Json, event: Json, registration: Registration): Part[] {
  const reduce = REDUCERS[event.op ? `${event.type}/${event.op}` : event.type]
  if (reduce === undefined) throw new Error(`No reducer handles ${event.type} ${event.op ?? ''}`)
  reduce(state, event, registration)
  if (event.type === 'realm') updateOwnPermissions(state)
  return touchedParts(event)
}

const REDUCERS: Reducers = {
  ...organizationReducers,
  ...peopleReducers,
  ...groupReducers,
  ...channelReducers,
  ...messageReducers,
  ...personalReducers,
}
