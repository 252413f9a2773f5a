/** A value in the details of an entry. It contains no secret. */
export type Detail = unknown
export type Details = Readonly<Record<string, Detail>>

export const MAX_DETAIL_BYTES = 2000

/**
 * Returns the details as they are stored. A detail that is too long, such as the old and the new description, is replaced by
 * the beginning of its JSON, so an entry has a bounded size.
 */
export function storedDetails(details: Details): string {
  const names = Object.keys(details)
  const bytesForEach = Math.floor(MAX_DETAIL_BYTES / Math.max(1, names.length))
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, bounded(details[name], bytesForEach)])))
}

function bounded(detail: Detail, bytes: number): Detail {
  const json = JSON.stringify(detail) ?? 'null'
  const encoded = new TextEncoder().encode(json)
  return encoded.length <= bytes ? JSON.parse(json) : `${json.slice(0, Math.floor(bytes / 4))}…`
}
