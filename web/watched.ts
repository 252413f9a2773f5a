import { batch, createSignal } from 'solid-js'
import type { Key } from './store/store'

type WatchedKey = Key | `draft:${string}` | `typing:${string}` | 'outbox'

const signals = new Map<WatchedKey, { read: () => void; change: () => void }>()

/** Makes the view that calls it draw again when the key is touched. */
export function watch(key: WatchedKey): void {
  let signal = signals.get(key)
  if (signal === undefined) {
    const [read, change] = createSignal(undefined, { equals: false })
    signal = { read, change: () => change(undefined) }
    signals.set(key, signal)
  }
  signal.read()
}

/** Draws the views that watch one of the keys. */
export function touch(keys: Iterable<WatchedKey>): void {
  batch(() => {
    for (const key of keys) signals.get(key)?.change()
  })
}
