import type { Step } from './run'

/** Sequences that once broke the law, as short as they could be made. */
export const regressions: { name: string; steps: Step[] }[] = []
