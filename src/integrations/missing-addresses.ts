/**
 * The address of a link that a delivery does not have. The texts of services make links and further addresses of it, as of any
 * other address, and `withoutMissingAddresses` makes text of these links. So no text has to ask whether it has an address.
 */
export const NO_ADDRESS = '\u{f0005}'

/** Returns the text, in which links without an address are their labels. Its time is linear. */
export function withoutMissingAddresses(text: string): string {
  if (!text.includes(NO_ADDRESS)) return text
  const written: string[] = []
  const starts: number[] = []
  const nextEnd = forwardSearch(text, /[)\s]/g)
  const nextMissing = forwardSearch(text, new RegExp(NO_ADDRESS, 'gu'))
  for (let at = 0; at < text.length; at++) {
    const start = text[at] === ']' ? starts.pop() : undefined
    if (start !== undefined && text[at + 1] === '(') {
      const end = nextEnd(at + 2)
      if (text[end] === ')' && nextMissing(at + 2) < end) {
        written[start] = ''
        at = end
        continue
      }
    }
    if (text[at] === '[') starts.push(written.length)
    written.push(text[at]!)
  }
  return written.join('').replaceAll(NO_ADDRESS, '')
}

/** Returns a function that finds the first place from a position on. Positions only grow, so it reads the text once. */
function forwardSearch(text: string, pattern: RegExp): (from: number) => number {
  let found = -1
  return (from) => {
    if (found >= from) return found
    pattern.lastIndex = from
    found = pattern.exec(text)?.index ?? Infinity
    return found
  }
}
