/** Returns what is wrong, or undefined. */
export type Find = () => Promise<string | undefined>

/** Runs a check, keeps its result, and returns whether all is well. */
export type Check = (title: string, find: Find) => Promise<boolean>

/** The result of a check, or why it was left out. */
export type Checked = { title: string; ok: boolean; problem?: string; skipped?: string }
