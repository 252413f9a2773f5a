/** How many pairs of words may still be compared. When none is left, `htmlDiff` shows words as rewritten. */
export type DiffBudget = { pairs: number }

/** Returns a budget for the history of one message: a few dozen long versions. Comparing takes less than 100 ms. */
export const diffBudget = (): DiffBudget => ({ pairs: 10_000_000 })
