/** The part of a link in parentheses, and where the link ends. */
type LinkDestination = { address: string; title: string | undefined; end: number }

/** Returns the index of the `]` that closes each `[`, by the index of the `[`. */
export function findClosingBrackets(text: string): Map<number, number> {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (const { index, 0: bracket } of text.matchAll(/[[\]]/g)) {
    if (bracket === '[') open.push(index)
    else {
      const opening = open.pop()
      if (opening !== undefined) closers.set(opening, index)
    }
  }
  return closers
}

/**
 * Parses the destination after the `(` of a link. The address is in `<>`, or reaches to the `)` that balances the `(`.
 * A title in quotation marks may follow it; parentheses in the title do not count. Until the title is known to end, both
 * readings are kept: in `(a"b)` the quotation mark belongs to the address.
 */
export function parseLinkDestination(text: string, from: number): LinkDestination | undefined {
  const start = from + (/^\s*/.exec(text.slice(from, from + MAX_SPACES))?.[0].length ?? 0)
  const inAngles = text.charAt(start) === '<' ? parseInAngles(text, start) : undefined
  return inAngles ?? parseBalanced(text, start)
}

const MAX_SPACES = 200

function parseInAngles(text: string, start: number): LinkDestination | undefined {
  const angles = /<([^<>]*)>\s*(?:('[^']*'|"[^"]*")\s*)?\)/y
  angles.lastIndex = start
  const [, address = '', quoted] = angles.exec(text) ?? []
  if (angles.lastIndex === 0) return undefined
  return { address: address.trim(), title: quoted && cleanTitle(quoted.slice(1, -1)), end: angles.lastIndex }
}

/** A title that may have started, and where it may have ended: -1 if nowhere yet. */
type Quote = { mark: string; start: number; end: number }

function parseBalanced(text: string, start: number): LinkDestination | undefined {
  let open = 1
  /** The open parentheses if the quotation marks belong to the address, and where that reading ends. */
  let openWithoutTitle = 0
  let endWithoutTitle: number | undefined
  const quotes: Quote[] = []
  let last = ''
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index)
    const closed = character === ')' ? quotes.find(({ mark, end }) => end >= 0 && mark === last) : undefined
    if (closed) {
      const title = text.slice(closed.start + 1, closed.end)
      return { address: text.slice(start, closed.start).trim(), title: cleanTitle(title), end: index + 1 }
    }
    if (character === '(' || character === ')') {
      const step = character === '(' ? 1 : -1
      if (quotes.length === 0) open += step
      else if (openWithoutTitle > 0) {
        openWithoutTitle -= 1
        if (openWithoutTitle === 0 && character === ')') endWithoutTitle = index
      }
      if (open === 0) return { address: text.slice(start, index).trim(), title: undefined, end: index + 1 }
    } else if (character === '"' || character === "'") {
      if (quotes.length === 0) openWithoutTitle = open
      addQuotationMark(quotes, character, index)
    }
    if (character !== ' ') last = character
  }
  if (endWithoutTitle === undefined) return undefined
  return { address: text.slice(start, endWithoutTitle).trim(), title: undefined, end: endWithoutTitle + 1 }
}

/** The first quotation mark of each kind opens a title. Each later one of that kind may close it. */
function addQuotationMark(quotes: Quote[], mark: string, index: number) {
  const opened = quotes.find((quote) => quote.mark === mark)
  if (opened) opened.end = index
  else quotes.push({ mark, start: index, end: -1 })
}

const cleanTitle = (title: string) => removeQuotationMarks(title.trim()).replace(/\s/g, ' ')

const removeQuotationMarks = (title: string) =>
  /^(["']).*\1$/s.test(title) && title.length > 1 ? title.slice(1, -1) : title
