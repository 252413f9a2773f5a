import type { MarkdownLimits } from '../limits'

/**
 * How much HTML a text may still become. All HTML is counted. Formulas, highlighted code and the addresses of linkifiers
 * make much HTML of few characters, so each has a share. When a share is used up, the author's characters are shown as
 * typed. When `html` is used up, the text is refused.
 */
export type OutputBudget = {
  readonly limits: MarkdownLimits
  /** Bytes of HTML that may still be written. */
  html: number
  /** Bytes of HTML for emoji and table cells, counted before they are made: they may be a hundred times the text. */
  expanded: number
  /** Characters of HTML that formulas, highlighted code and linkifiers may still make. */
  generated: number
  /** Characters of TeX that may still be typeset. */
  tex: number
  /** Characters of code that may still be highlighted: some lexers take time in the square of a block's length. */
  code: number
  /** Steps that linkifiers may still take (see linkifiers.ts). */
  linkifierSteps: number
}

const GENERATED_SHARE = 0.6
const TEX_SHARE = 0.01
const CODE_SHARE = 0.04
/** Four million steps take about 40 ms. */
const LINKIFIER_STEPS_PER_BYTE = 20

/** Returns the full budget for one text. */
export const outputBudget = (limits: MarkdownLimits): OutputBudget => ({
  limits,
  html: limits.html,
  expanded: limits.html,
  generated: limits.html * GENERATED_SHARE,
  tex: limits.html * TEX_SHARE,
  code: limits.html * CODE_SHARE,
  linkifierSteps: limits.html * LINKIFIER_STEPS_PER_BYTE,
})

type Share = 'generated' | 'tex' | 'code' | 'linkifierSteps'

/** Takes an amount from a share if the share has that much left. Returns whether it had. */
export function takeIfLeft(budget: OutputBudget, share: Share, amount: number): boolean {
  if (amount > budget[share]) return false
  budget[share] -= amount
  return true
}

/** Takes bytes of HTML from the budget. Throws the error of the limits if fewer are left. */
export function takeOrThrow(budget: OutputBudget, account: 'html' | 'expanded', bytes: number): void {
  budget[account] -= bytes
  if (budget[account] < 0) throw budget.limits.tooLarge(budget.limits)
}
