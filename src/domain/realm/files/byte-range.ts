/** The part of a file that a request asks for. */
export type ByteRange = { offset: number; length: number }

/** Returns the part that a `Range` header asks for, `beyond` if the part is past the end, or undefined for the whole file. */
export function requestedRange(header: string | null, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  // HTTP permits a server to answer several ranges, or an invalid one, with the whole file.
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
