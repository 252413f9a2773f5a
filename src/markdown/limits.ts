/** How much Markdown the parser reads at once, and how much HTML the text may become. */
export type MarkdownLimits = {
  /** UTF-16 units of Markdown. */
  source: number
  /** Bytes of HTML, as UTF-8. */
  html: number
  /** Makes the error that parsing and rendering throw when a text exceeds one of the two. */
  tooLarge: (limits: { source: number; html: number }) => Error
}

// oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
const IS_ASCII = /^[\x00-\x7f]*$/

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  if (IS_ASCII.test(text)) return text.length
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}
