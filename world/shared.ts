/**
 * What the world shares with the tests of the server: one model client, one oracle of access, one set of random requests. It is
 * built together with the server, because Node does not find imports without extensions.
 */
export { applyEvent } from '../client-state/apply-event'
export { answerOf, stateOf } from '../client-state/model'
export { methodOf, pathParamsOf } from '../src/api/endpoint'
export { fullPathOf } from '../src/api/routes'
export { picking } from '../test/prove/chances'
export { generators } from '../test/prove/generators'
export { Oracle, truthOf } from '../test/prove/oracle'
export { comparable, forgetWhatEventsLack, updatePresence } from '../test/prove/settled-state'
