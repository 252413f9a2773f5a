/** The queues of a user that have a listener in one gateway. */
export type ConnectedOfUser = { user_id: number; queue_ids: string[] }

/** Which queues of one gateway have a listener, for the few users who have many queues. The gateway reported it a moment ago. */
export class ConnectedQueues {
  readonly #requested = new Set<number>()
  readonly #connected = new Map<number, readonly string[]>()

  /** The next call requests the connected queues of this user. */
  request(user_id: number): void {
    this.#requested.add(user_id)
  }

  get requested(): number[] {
    return [...this.#requested]
  }

  note(reported: readonly ConnectedOfUser[]): void {
    if (this.#connected.size > MAX_USERS) this.#connected.clear()
    for (const { user_id, queue_ids } of reported) {
      this.#requested.delete(user_id)
      this.#connected.set(user_id, queue_ids)
    }
  }

  isConnected(user_id: number, queue_id: string): boolean {
    return this.#connected.get(user_id)?.includes(queue_id) ?? false
  }
}

const MAX_USERS = 1000
