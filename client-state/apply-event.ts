import { channelReducers } from './channels'
import { groupReducers, updateOwnPermissions } from './groups'
import { messageReducers } from './messages'
import { organizationReducers } from './organization'
import { peopleReducers } from './people'
import { personalReducers } from './personal'
import type { Json, Reducers, Registration } from './reducer'

/**
 * Changes the state of a client as an event says. The state is the answer of `POST /register`. After all events it equals
 * the answer of a new registration. Throws for an event that no reducer handles.
 */
export function applyEvent(state: Json, event: Json, registration: Registration): void {
  const reduce = REDUCERS[event.op ? `${event.type}/${event.op}` : event.type]
  if (reduce === undefined) throw new Error(`No reducer handles ${event.type} ${event.op ?? ''}`)
  // The state keeps parts of the event and changes them later. The caller's event must not change.
  reduce(state, structuredClone(event), registration)
  if (event.type === 'realm') updateOwnPermissions(state)
}

const REDUCERS: Reducers = {
  ...organizationReducers,
  ...peopleReducers,
  ...groupReducers,
  ...channelReducers,
  ...messageReducers,
  ...personalReducers,
}
