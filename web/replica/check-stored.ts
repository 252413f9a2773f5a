import { packKey } from './keys'
import { packOf } from './kept'
import { isIntact } from './packs'
import type { Replica } from './replica'

/** Removes the packs of some blocks that the browser lost, or that are not as they were written. Returns whether there were none. */
export async function removeDamaged(replica: Replica, blocks: readonly number[]): Promise<boolean> {
  const ids = blocks.flatMap(replica.idsIn)
  const listed = Map.groupBy(ids, (id) => packKey(replica.conversationOf(id) ?? 0, id))
  const keys = [...listed.keys()]
  const stored = await replica.storage.read<string>(keys)
  const isWhole = (text: string | undefined, own: readonly number[]) => {
    const pack = isIntact(text) ? packOf(text) : []
    const ofSenders = pack.filter(({ sender_id }) => replica.senders.has(sender_id))
    return ofSenders.map(({ id }) => id).join() === own.join()
  }
  const damaged = new Set(keys.filter((key, nth) => !isWhole(stored[nth], listed.get(key) ?? [])))
  if (damaged.size > 0) await replica.removePacks(damaged)
  return damaged.size === 0
}
