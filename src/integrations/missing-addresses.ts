/**
 * The address of a link that a delivery does not have. The texts of services make links and further addresses of it, as of any
 * other address, and `withoutMissingAddresses` makes text of these links. So no text has to ask whether it has an address.
 */
export const NO_ADDRESS = '\u{f0005}'

/** Returns the text, in which links without an address are their labels. Its time is linear. */
export function withoutMissingAddresses(text: string): string {
  if (!text.includes(NO_ADDRESS)) return text
  let written = ''
  const starts: number[] = []
  for (let at = 0; at < text.length; at++) {
    const end = text.startsWith('](', at) ? endOfAddress(text, at + 2) : undefined
    const isMissing = end !== undefined && text.slice(at + 2, end).includes(NO_ADDRESS)
    const start = text[at] === ']' ? starts.pop() : undefined
    if (isMissing && start !== undefined) {
      written = written.slice(0, start) + written.slice(start + 1)
      at = end
      continue
    }
    if (text[at] === '[') starts.push(written.length)
    written += text[at]
  }
  return written.replaceAll(NO_ADDRESS, '')
}

/** Returns where an address that begins here ends, or undefined if it is none. Addresses are at most 2,000 characters long. */
function endOfAddress(text: string, start: number): number | undefined {
  for (let at = start; at < Math.min(text.length, start + 2000); at++) {
    if (text[at] === ')') return at
    if (text[at] === ' ' || text[at] === '\n') return undefined
  }
  return undefined
}
