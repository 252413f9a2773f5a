/** What stands in the parentheses of a link, and where the link ends. */
export type LinkTarget = { address: string; title: string | undefined; end: number }

/** The `]` that closes each `[`. */
export function closingBrackets(text: string): Map<number, number> {
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
 * Reads from behind the `(`. The address is what stands in `<>`, or everything up to the `)` that balances it, which
 * may be preceded by a title in quotes. Parentheses in a title do not count, but as long as the title is not known to
 * end, both readings are kept: in `(a"b)` the quote was part of the address.
 */
export function targetAt(text: string, from: number): LinkTarget | undefined {
  const start = from + (/^\s*/.exec(text.slice(from, from + MAX_SPACES))?.[0].length ?? 0)
  return text.charAt(start) === '<' ? (inAngles(text, start) ?? balanced(text, start)) : balanced(text, start)
}

const MAX_SPACES = 200

function inAngles(text: string, start: number): LinkTarget | undefined {
  const angles = /<([^<>]*)>\s*(?:('[^']*'|"[^"]*")\s*)?\)/y
  angles.lastIndex = start
  const [, address = '', quoted] = angles.exec(text) ?? []
  if (angles.lastIndex === 0) return undefined
  return { address: address.trim(), title: quoted && titleOf(quoted.slice(1, -1)), end: angles.lastIndex }
}

type Quote = { mark: string; start: number; end: number }

function balanced(text: string, start: number): LinkTarget | undefined {
  let open = 1
  /** Parentheses open if the quotes turn out to be part of the address, and where that reading would end. */
  let openOutside = 0
  let fallbackEnd: number | undefined
  const quotes: Quote[] = []
  let last = ''
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index)
    const closed = character === ')' ? quotes.find(({ mark, end }) => end >= 0 && mark === last) : undefined
    if (closed) {
      const title = text.slice(closed.start + 1, closed.end)
      return { address: text.slice(start, closed.start).trim(), title: titleOf(title), end: index + 1 }
    }
    if (character === '(' || character === ')') {
      const step = character === '(' ? 1 : -1
      if (quotes.length === 0) open += step
      else if (openOutside > 0) {
        openOutside -= 1
        if (openOutside === 0 && character === ')') fallbackEnd = index
      }
      if (open === 0) return { address: text.slice(start, index).trim(), title: undefined, end: index + 1 }
    } else if (character === '"' || character === "'") {
      if (quotes.length === 0) openOutside = open
      noteQuote(quotes, character, index)
    }
    if (character !== ' ') last = character
  }
  if (fallbackEnd === undefined) return undefined
  return { address: text.slice(start, fallbackEnd).trim(), title: undefined, end: fallbackEnd + 1 }
}

/** The first quotation mark opens a title, and so does the first of the other kind; each later one may close it. */
function noteQuote(quotes: Quote[], mark: string, index: number) {
  const known = quotes.find((quote) => quote.mark === mark)
  if (known) known.end = index
  else quotes.push({ mark, start: index, end: -1 })
}

const titleOf = (title: string) => unquoted(title.trim()).replace(/\s/g, ' ')

const unquoted = (title: string) => (/^(["']).*\1$/s.test(title) && title.length > 1 ? title.slice(1, -1) : title)
