import type { Change, Storage } from './storage'

/** Changes that wait for the next write. Each value is taken when it is written, so only its last state is. */
export class PendingChanges {
  readonly #values = new Map<string, () => unknown>()

  put(key: string, value: () => unknown): void {
    this.#values.set(key, value)
  }

  remove(key: string): void {
    this.#values.set(key, () => undefined)
  }

  /** Writes all of them, and these values, or none. */
  async write(storage: Storage, more: readonly Change[]): Promise<void> {
    const changes = [...this.#values].map(([key, value]): Change => [key, value()])
    this.#values.clear()
    await storage.write([...changes, ...more])
  }
}
