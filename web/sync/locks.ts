/** Returns whether the tabs of this browser can take turns. Over plain HTTP they cannot, so each tab has its own queue. */
export const hasLocks = (): boolean => navigator.locks !== undefined

/** Runs while no other tab runs under the same name. A browser without locks, as over plain HTTP, runs at once. */
export async function underLock(name: string, run: () => Promise<void>): Promise<void> {
  if (!hasLocks()) return run()
  await navigator.locks.request(name, run)
}
