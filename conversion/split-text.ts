const MAX_LENGTH = 10_000

/** Splits a text that is longer than a message can be: between paragraphs if possible, else between lines, words or anywhere. */
export function splitText(text: string) {
  const parts: string[] = []
  let rest = text
  while (rest.length > MAX_LENGTH) {
    const start = rest.slice(0, MAX_LENGTH)
    const at = ['\n\n', '\n', ' '].map((mark) => start.lastIndexOf(mark)).find((place) => place > MAX_LENGTH / 2)
    const end = at ?? MAX_LENGTH - (isFirstHalf(start) ? 1 : 0)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Returns whether the text ends between the two halves of a character. */
const isFirstHalf = (text: string) => /[\ud800-\udbff]$/.test(text)
