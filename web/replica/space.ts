import type { KeptConversation } from '../../client-state/wire'
import { Block, type StoredBlock } from './block'
import { after, numberIn } from './keys'
import type { Storage } from './storage'

/** Returns how many messages of each channel there are, the most first. Direct conversations have the number 0. */
export async function countByChannel(storage: Storage): Promise<[stream_id: number, messages: number][]> {
  const channels = new Map<number, number>()
  for (const [key, conversation] of await storage.range<KeptConversation>({ from: 'c', to: after('c') }))
    if (conversation.type === 'stream') channels.set(numberIn(key), conversation.stream_id)
  const counts = new Map<number, number>()
  for (const [key, stored] of await storage.range<StoredBlock>({ from: 'b', to: after('b') }))
    for (const [, number] of new Block(numberIn(key), stored).messages()) {
      const stream_id = channels.get(number) ?? 0
      counts.set(stream_id, (counts.get(stream_id) ?? 0) + 1)
    }
  return [...counts].sort(([, one], [, other]) => other - one)
}
