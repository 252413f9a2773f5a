import { onCleanup } from 'solid-js'
import type { Client } from '../client/client'

/**
 * Returns what covers the view, or not any more: a covered view takes no focus, and what is there is not read. Several components can cover
 * it. It is uncovered when the component goes.
 */
export function createCover({ setCovers }: Client): (covers: boolean) => void {
  let covers = false
  function put(next: boolean): void {
    if (next !== covers) setCovers((count) => count + (next ? 1 : -1))
    covers = next
  }
  // Solid writes no signal while it disposes of a component.
  onCleanup(() => queueMicrotask(() => put(false)))
  return put
}
