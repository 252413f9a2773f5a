import type { ClientState } from './client-state'
import type { Events, ParametersOf } from './wire'

/** The parameters with which the client registered. Some events mean different things to different clients. */
export type Registration = ParametersOf<'POST /register'>

/** By an event's type, or `type/op`: a function that changes the state as the event says. */
export type Reducers = {
  [Name in keyof Events]: (state: ClientState, event: Events[Name], registration: Registration) => void
}
