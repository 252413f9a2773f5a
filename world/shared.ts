/**
 * What the world shares with the tests of the server: one model client, one oracle of access, one set of random requests, and what browsers
 * keep. It is
 * built together with the server, because Node does not find imports without extensions.
 */
export { applyEvent } from '../client-state/apply-event'
export { answerOf, stateOf } from '../client-state/model'
export { methodOf, pathParamsOf } from '../src/api/endpoint'
export { fullPathOf } from '../src/api/routes'
export { picking } from '../test/prove/chances'
export { differencesOfGateway } from '../test/prove/gateway-memory'
export { differencesOfListening } from '../test/prove/listening-memory'
export { watchLogReads } from '../test/prove/log-reads'
export { generators } from '../test/prove/generators'
export { differencesOfMemory } from '../test/prove/memory'
export { Oracle, truthOf } from '../test/prove/oracle'
export { comparable as comparableRow, matchesIn, TERMS } from '../test/prove/replica-facts'
export { waitingRows } from '../test/prove/waiting-rows'
export { comparable, forgetWhatEventsLack, updatePresence } from '../test/prove/settled-state'
export { MemoryStorage } from '../test/support/memory-storage'
export { foundMessage, isAboutMessages } from '../web/replica/kept'
export { Keeper } from '../web/replica/keeper'
export { readIds } from '../web/replica/reading'
export { Replica } from '../web/replica/replica'
export { KeptSearch } from '../web/replica/search/kept-search'
export { REGISTRATION } from '../web/sync/registration'
