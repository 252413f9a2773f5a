/** The queues of a user that have a connected listener in one gateway. */
export type ConnectedQueues = { user_id: number; queue_ids: string[] }

/** Which queues of one gateway have a listener, for the few users who have many queues. The gateway said so a moment ago. */
export class KnownListeners {
  readonly #asked = new Set<number>()
  readonly #connected = new Map<number, readonly string[]>()

  /** The next call asks about the queues of this user. */
  ask(user_id: number): void {
    this.#asked.add(user_id)
  }

  get asked(): number[] {
    return [...this.#asked]
  }

  note(answer: readonly ConnectedQueues[]): void {
    if (this.#connected.size > USERS_MAX) this.#connected.clear()
    for (const { user_id, queue_ids } of answer) {
      this.#asked.delete(user_id)
      this.#connected.set(user_id, queue_ids)
    }
  }

  isConnected(user_id: number, queue_id: string): boolean {
    return this.#connected.get(user_id)?.includes(queue_id) ?? false
  }
}

const USERS_MAX = 1000
