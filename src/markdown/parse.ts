import { sourceLines } from './normalise'
import { type MarkdownLimits, MESSAGE_LIMITS, markdownTooLarge, outputBudget } from './output-budget'
import { addPreviews } from './previews'
import type { Marks, Template } from './references'
import type { MarkdownSettings } from './settings'
import { parseSegments } from './syntax/blocks'
import { elementsOf } from './syntax/elements'
import { splitAtFences } from './syntax/fences'
import { templateOf } from './write'

export type { MarkdownSettings } from './settings'

/** Stage 1's result: plain JSON, safe to send to the realm and to store. */
export type ParsedMarkdown = { template: Template; marks: Marks }

/**
 * Turns an author's Markdown into HTML with holes for what only the realm can look up. Pure, and linear in its input.
 * Throws `markdownTooLarge` if the limits are exceeded; what holes are filled with is counted by the realm (render.ts).
 *
 * A message is cut down in the order in which its author can be surprised least: lines, then fences (no construct
 * reaches into code), then blocks, then the text of each block, strongest construct first. Only then is it known what
 * it links to.
 */
export function parseMarkdown(
  content: string,
  settings: MarkdownSettings,
  limits: MarkdownLimits = MESSAGE_LIMITS,
): ParsedMarkdown {
  if (content.length > limits.source) throw markdownTooLarge(limits)
  const budget = outputBudget(limits)
  const marks = noMarks(content)
  const segments = splitAtFences(sourceLines(content), settings.default_code_block_language)
  const message = elementsOf(parseSegments(segments), { settings, marks, budget, quoted: false })
  addPreviews(message, settings, marks)
  return { template: templateOf(message, budget), marks }
}

const noMarks = (content: string): Marks => ({
  mentions_channel_wildcard: false,
  mentions_topic_wildcard: false,
  has_link: false,
  has_image: false,
  upload_paths: [],
  is_me_message: content.startsWith('/me '),
  links: [],
})
