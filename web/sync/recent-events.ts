import type { Event } from '../../client-state/wire'

const MAX_EVENTS = 500

/** The newest events of the queue, for tabs that open. As text, because the state changes parts of the events later. */
export function createRecentEvents() {
  let batches: { after: number; last: number; count: number; text: string }[] = []
  return {
    add(events: Event[], after: number) {
      batches.push({ after, last: events.at(-1)?.id ?? after, count: events.length, text: JSON.stringify(events) })
      let count = batches.reduce((sum, batch) => sum + batch.count, 0)
      while (count > MAX_EVENTS && batches.length > 1) count -= batches.shift()!.count
    },
    /** Returns the events after `id`, or undefined if some of them are gone. `last` is the newest event of the queue. */
    after(id: number, last: number): Event[] | undefined {
      if (id === last) return []
      const [first] = batches
      if (first === undefined || first.after > id || id > last) return undefined
      return batches
        .filter((batch) => batch.last > id)
        .flatMap(({ text }) => {
          const events: Event[] = JSON.parse(text)
          return events
        })
    },
    clear: () => void (batches = []),
  }
}
