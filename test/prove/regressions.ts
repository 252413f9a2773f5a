import type { Step } from './run'

/** Sequences that broke the law before, as short as possible. */
export const regressions: { name: string; steps: Step[] }[] = []
