import { setTimeout as plainTimer } from 'node:timers'

/**
 * The vitest plugin looks at the stack of each caller of `setTimeout`, to tell the timers of vitest from those of the Worker. The
 * realm and the tests set timers with each request. Vitest keeps the function that it found at its start; all others get the plain one.
 */
Object.assign(globalThis, { setTimeout: plainTimer })
