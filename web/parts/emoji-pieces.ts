/** Code is as it was written. */
const CODE_OR_NAME = /```[\s\S]*?```|`[^`\n]+`|:([\w+-]+):/g

/** Returns the pieces of a text in Markdown: names of emoji, and what is between them. */
export function piecesOf(text: string): { text: string; name?: string }[] {
  const pieces: { text: string; name?: string }[] = []
  let end = 0
  for (const { 0: written, 1: name, index } of text.matchAll(CODE_OR_NAME)) {
    if (name === undefined) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: written, name })
    end = index + written.length
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces
}
