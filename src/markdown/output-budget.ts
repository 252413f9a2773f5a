import { badRequest } from '../api/errors'

/** How much Markdown is read at once, and how much HTML it may become. */
export type MarkdownLimits = {
  /** UTF-16 units of Markdown. */
  source: number
  /** Bytes of HTML, as UTF-8. */
  html: number
}

/**
 * A message has at most 10,000 characters. Prose becomes 1.3 bytes of HTML for each character, and code with colours
 * becomes 10, so 200 kB refuses only what is mostly emoji, formulas or empty table cells.
 */
export const MESSAGE_LIMITS: MarkdownLimits = { source: 20_000, html: 200_000 }

/** A description has at most 1,024 characters. Every client receives all of them when it registers. */
export const DESCRIPTION_LIMITS: MarkdownLimits = { source: 2_500, html: 20_000 }

/** Markdown that costs too much. The realm never stores it. */
export const markdownTooLarge = badRequest(
  ({ source, html }: MarkdownLimits) =>
    `The Markdown is too large: it may have ${source} characters, and become ${html} bytes of HTML.`,
)

/**
 * What is left of what one text may become. All HTML is counted. Formulas, coloured code and the addresses of linkifiers
 * make much HTML of few characters, so they have a share. When a share is used up, the author's characters are shown as
 * they are. When `html` is used up, the text is refused.
 */
export type OutputBudget = {
  readonly limits: MarkdownLimits
  /** Bytes of HTML that may still be written. */
  html: number
  /** Bytes of HTML for emoji and table cells, counted before they are made: they may be a hundred times the text. */
  repeated: number
  /** Characters of HTML that formulas, coloured code and linkifiers may still make. */
  extras: number
  /** Characters of TeX that may still be typeset. */
  tex: number
  /** Characters of code that may still be coloured: patterns of some languages take the square of a block's length. */
  code: number
  /** Steps that linkifiers may still take (see linkifiers.ts). */
  linkifierSteps: number
}

const SHARE_OF_EXTRAS = 0.6
const SHARE_OF_TEX = 0.01
const SHARE_OF_CODE = 0.04
/** Four million take about 40 ms. */
const LINKIFIER_STEPS_PER_BYTE = 20

export const outputBudget = (limits: MarkdownLimits): OutputBudget => ({
  limits,
  html: limits.html,
  repeated: limits.html,
  extras: limits.html * SHARE_OF_EXTRAS,
  tex: limits.html * SHARE_OF_TEX,
  code: limits.html * SHARE_OF_CODE,
  linkifierSteps: limits.html * LINKIFIER_STEPS_PER_BYTE,
})

type Share = 'extras' | 'tex' | 'code' | 'linkifierSteps'

/** Takes an amount from a share if it is there. Returns whether it was. */
export function spend(budget: OutputBudget, share: Share, wanted: number): boolean {
  if (wanted > budget[share]) return false
  budget[share] -= wanted
  return true
}

/** Takes bytes that must be there. Throws `markdownTooLarge` if they are not. */
export function charge(budget: OutputBudget, account: 'html' | 'repeated', bytes: number): void {
  budget[account] -= bytes
  if (budget[account] < 0) throw markdownTooLarge(budget.limits)
}

// oxlint-disable-next-line no-control-regex -- all of ASCII has the control characters in it
const IS_ASCII = /^[\x00-\x7f]*$/

/** The length of a text as UTF-8. */
export function bytesOf(text: string): number {
  if (IS_ASCII.test(text)) return text.length
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}
