import { badRequest } from '../../../api/errors'
import type { MarkdownLimits } from '../../../markdown/limits'

/** Markdown that exceeds its limits. The realm never stores it. */
export const markdownTooLarge = badRequest(
  ({ source, html }: { source: number; html: number }) =>
    `The Markdown is too large: it may have ${source} characters, and become ${html} bytes of HTML.`,
)

/**
 * A message has at most 10,000 characters. Prose becomes 1.3 bytes of HTML for each character, and highlighted code
 * becomes 10. So 200 kB refuses only messages that are mostly emoji, formulas or empty table cells.
 */
export const MESSAGE_LIMITS: MarkdownLimits = { source: 20_000, html: 200_000, tooLarge: markdownTooLarge }

/** A description has at most 1,024 characters. Every client receives all of them when it registers. */
export const DESCRIPTION_LIMITS: MarkdownLimits = { source: 2_500, html: 20_000, tooLarge: markdownTooLarge }
