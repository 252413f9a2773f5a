import type { Program } from './run-program.ts'

/** Programs that failed before, and why. Each runs in `npm test`. */
export const FAILED_BEFORE: readonly { why: string; program: Program }[] = []
