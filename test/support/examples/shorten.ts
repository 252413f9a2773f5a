import type { Json } from '../person'

const MAX_ITEMS = 2
const MAX_TEXT_LENGTH = 400
const MAX_ENTRIES = 12

/** Shortens long lists, texts and maps in an answer. An object's declared fields stay. */
export function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten)
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const selected = isMap(entries) ? entries.slice(0, MAX_ITEMS) : entries
  return Object.fromEntries(selected.map(([key, member]) => [key, shorten(member)]))
}

/** Many entries, or keys that are ids, are data and not fields. */
const isMap = (entries: [string, unknown][]) =>
  entries.length > MAX_ITEMS &&
  (entries.every(([key]) => /^\d+$|^[0-9a-f-]{4,}$/.test(key)) ||
    (entries.length > MAX_ENTRIES && new Set(entries.map(([, member]) => JSON.stringify(shapeOf(member)))).size === 1))

const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.keys(value).sort() : typeof value
