const BATCH_SIZE = 25

/** Sends many messages, 25 at a time. Returns their ids in ascending order, because the order within a batch is random. */
export async function sendMany(count: number, send: (i: number) => Promise<{ id: number }>): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - ids.length) }, (_, i) => send(ids.length + i))
    ids.push(...(await Promise.all(batch)).map(({ id }) => id))
  }
  return ids.sort((a, b) => a - b)
}
