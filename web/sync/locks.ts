/** Runs while no other tab runs under the same name. A browser without locks, as over plain HTTP, runs at once. */
export async function underLock(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run()
  await navigator.locks.request(name, run)
}
