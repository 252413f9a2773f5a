const LENGTH_MAX = 10_000

/** Splits a text that is longer than a message can be: between paragraphs if possible, else between lines, words or anywhere. */
export function splitText(text) {
  const parts = []
  let rest = text
  while (rest.length > LENGTH_MAX) {
    const start = rest.slice(0, LENGTH_MAX)
    const at = ['\n\n', '\n', ' '].map((mark) => start.lastIndexOf(mark)).find((place) => place > LENGTH_MAX / 2)
    const end = at ?? LENGTH_MAX - (isFirstHalf(start) ? 1 : 0)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Returns whether the text ends between the two halves of a character. */
const isFirstHalf = (text) => /[\ud800-\udbff]$/.test(text)
