import { batch, createSignal } from 'solid-js'
import type { Key } from '../store/store'

type WatchedKey = Key | `draft:${string}` | `typing:${string}` | 'outbox'

/** One signal for each key, so that only the views of a changed key draw again. */
export function createWatched() {
  const signals = new Map<WatchedKey, { read: () => void; change: () => void }>()
  return {
    /** Makes the view that calls it draw again when the key is touched. */
    watch: (key: WatchedKey): void => {
      let signal = signals.get(key)
      if (signal === undefined) {
        const [read, change] = createSignal(undefined, { equals: false })
        signal = { read, change: () => change(undefined) }
        signals.set(key, signal)
      }
      signal.read()
    },
    /** Draws the views that watch one of the keys. */
    touch: (keys: Iterable<WatchedKey>): void =>
      batch(() => {
        for (const key of keys) signals.get(key)?.change()
      }),
  }
}
