import { replicaPlace } from '../cache/places'
import { indexedStorage } from '../replica/indexed-storage'
import { CORE } from '../replica/keys'
import type { Core } from '../replica/core'

export type KeptUsage = {
  messages: number
  oldest: number | undefined
  isWhole: boolean
  isFull: boolean
  bytes: number
}

/** Returns what this browser keeps of a client, and how much room all of it takes. Undefined if it keeps nothing. */
export async function keptUsage(client: string): Promise<KeptUsage | undefined> {
  const storage = indexedStorage(replicaPlace(client))
  try {
    const [core] = await storage.read<Core>([CORE])
    if (core === undefined || core.messages === 0) return undefined
    const { messages, oldest, from, isFull = false } = core
    const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    return { messages, oldest, isWhole: from === 0, isFull, bytes: usage }
  } catch {
    return undefined
  } finally {
    await storage.close()
  }
}
