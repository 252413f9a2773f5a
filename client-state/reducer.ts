import type { ClientState } from './client-state'
import type { Events, ParametersOf } from './wire'

/** The parameters with which the client registered. Some events mean different things to different clients. */
export type Registration = ParametersOf<'POST /register'>

/** By an event's type, or `type/op`: a function that changes the state as the event says. */
export type Reducers = {
  [Name in keyof Events]: (state: ClientState, event: Events[Name], registration: Registration) => void
}

/** JSON as the server sends it, for the parts of the web client that do not use the types of the wire yet. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Json = any
