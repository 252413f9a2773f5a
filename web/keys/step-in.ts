/** Returns the place to which an arrow key moves in a list, or undefined for another key. After the last option comes the first. */
export function stepIn(length: number, at: number, { key }: KeyboardEvent): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % length
  return key === 'ArrowUp' ? (Math.max(at, 0) + length - 1) % length : undefined
}
