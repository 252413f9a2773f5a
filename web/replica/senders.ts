import type { KeptSender } from '../../client-state/wire'
import { after, numberIn, senderKey } from './keys'
import type { PendingChanges } from './pending-changes'
import type { Storage } from './storage'

/** The senders of the messages of a replica. */
export class Senders {
  readonly #byId = new Map<number, KeptSender>()

  constructor(readonly changes: PendingChanges) {}

  async load(storage: Storage): Promise<void> {
    for (const [key, sender] of await storage.range<KeptSender>({ from: 's', to: after('s') }))
      this.#byId.set(numberIn(key), sender)
  }

  has = (user_id: number): boolean => this.#byId.has(user_id)

  know(sender: KeptSender): void {
    if (JSON.stringify(this.#byId.get(sender.sender_id)) === JSON.stringify(sender)) return
    this.#byId.set(sender.sender_id, sender)
    this.changes.put(senderKey(sender.sender_id), () => sender)
  }
}
