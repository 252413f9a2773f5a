/** A part of a file, as asked for. */
export type ByteRange = { offset: number; length: number }

/** What a Range header means for a file of this size: a part, nothing there is, or (undefined) all of it. */
export function rangeAsked(header: string | null, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  // Several parts at once, or what is no range, may be answered with everything.
  if (first === '' && last === '') return undefined
  if (first === '') return lastBytes(Number(last), size)
  const offset = Number(first)
  if (last !== '' && Number(last) < offset) return undefined
  if (offset >= size) return 'beyond'
  return { offset, length: Math.min(last === '' ? Infinity : Number(last) + 1, size) - offset }
}

function lastBytes(count: number, size: number): ByteRange | 'beyond' {
  if (count === 0 || size === 0) return 'beyond'
  const length = Math.min(count, size)
  return { offset: size - length, length }
}
