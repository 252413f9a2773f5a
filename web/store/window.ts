/** The messages of a view that are in the document: a part of the history without gaps, oldest first. */
export type MessageWindow = { ids: number[]; foundOldest: boolean; foundNewest: boolean }

export const MAX_ROWS = 300

export const EMPTY_WINDOW: MessageWindow = { ids: [], foundOldest: false, foundNewest: false }

/** Adds older messages. Drops rows from the newer end if there are too many. */
export function addOlder({ ids, foundNewest }: MessageWindow, older: number[], foundOldest: boolean): MessageWindow {
  const all = merged(older, ids)
  return { ids: all.slice(0, MAX_ROWS), foundOldest, foundNewest: foundNewest && all.length <= MAX_ROWS }
}

/** Adds newer messages. Drops rows from the older end if there are too many. */
export function addNewer({ ids, foundOldest }: MessageWindow, newer: number[], foundNewest: boolean): MessageWindow {
  const all = merged(ids, newer)
  return { ids: all.slice(-MAX_ROWS), foundNewest, foundOldest: foundOldest && all.length <= MAX_ROWS }
}

/** Adds a message that belongs to the view, if it lies inside of the window or follows it without a gap. */
export function insert(window: MessageWindow, id: number): MessageWindow {
  const { ids, foundNewest, foundOldest } = window
  if (ids.includes(id)) return window
  const isNewest = id > (ids.at(-1) ?? 0)
  if (isNewest) return foundNewest ? addNewer(window, [id], true) : window
  const isOldest = id < (ids[0] ?? 0)
  return isOldest && !foundOldest ? window : { ...window, ids: merged(ids, [id]) }
}

export function remove(window: MessageWindow, removed: Set<number>): MessageWindow {
  return window.ids.some((id) => removed.has(id))
    ? { ...window, ids: window.ids.filter((id) => !removed.has(id)) }
    : window
}

const merged = (a: number[], b: number[]) => [...new Set([...a, ...b])].sort((x, y) => x - y)
