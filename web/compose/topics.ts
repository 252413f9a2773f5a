import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'

export type Topic = { name: string; max_id: number }

const FRESH_MILLISECONDS = 30_000

const fetched = perClient(() => {
  const [changes, setChanges] = createSignal(0)
  return {
    changes,
    changed: () => setChanges((number) => number + 1),
    topics: new Map<number, { fetched: number; list: Topic[] }>(),
    times: new Map<number, number>(),
    requestedIds: new Set<number>(),
  }
})

/** Returns the topics of a channel, newest first, and fetches them if they are old. A view that calls it draws again. */
export function topicsOf(client: Client, stream_id: number): Topic[] {
  const { changes, changed, topics } = fetched(client)
  changes()
  const existing = topics.get(stream_id)
  const isFresh = existing !== undefined && Date.now() - existing.fetched < FRESH_MILLISECONDS
  if (!isFresh) {
    topics.set(stream_id, { fetched: Date.now(), list: existing?.list ?? [] })
    client
      .ask('GET /users/me/:stream_id/topics', { stream_id, allow_empty_topic_name: true })
      .then(({ topics: list }) => {
        topics.set(stream_id, { fetched: Date.now(), list })
        changed()
      })
      .catch(client.report)
  }
  return topics.get(stream_id)?.list ?? []
}

/** Returns the time of a message, in seconds, or undefined until it is fetched. */
export function timeOf(client: Client, message_id: number): number | undefined {
  const { changes, times } = fetched(client)
  changes()
  return times.get(message_id)
}

/** Fetches the times of the newest messages of topics, in one request. */
export function loadTimes(client: Client, message_ids: number[]): void {
  const { changed, times, requestedIds } = fetched(client)
  const missing = message_ids.filter((id) => !requestedIds.has(id))
  if (missing.length === 0) return
  for (const id of missing) requestedIds.add(id)
  client.history
    .byIds(missing)
    .then((messages) => {
      for (const { id, timestamp } of messages) times.set(id, timestamp)
      changed()
    })
    .catch(() => {
      for (const id of missing) requestedIds.delete(id)
    })
}
