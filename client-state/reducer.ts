/**
 * JSON as the server sends it: the answer of `POST /register`, which is a client's state, or an event. The declarations of
 * the server describe it; here it has no types.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Json = any

/** The parameters with which the client registered. Some events mean different things to different clients. */
export type Registration = Record<string, unknown>

/** By an event's type, or `type/op`: a function that changes the state as the event says. */
export type Reducers = Record<string, (state: Json, event: Json, registration: Registration) => void>
