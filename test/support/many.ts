const AT_ONCE = 25

/** Sends many messages, some at a time, and answers their ids, ascending: which of those sent at once comes first is chance. */
export async function idsOfMany(count: number, send: (i: number) => Promise<{ id: number }>): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, (_, i) => send(ids.length + i))
    ids.push(...(await Promise.all(some)).map(({ id }) => id))
  }
  return ids.sort((a, b) => a - b)
}
