import { splitAtFences } from './blocks/fenced-blocks'
import { parseSegments } from './blocks/parse-blocks'
import { sourceLines } from './blocks/source-lines'
import { elementsOf } from './html/block-elements'
import { addPreviews } from './html/media-previews'
import { outputBudget } from './html/output-budget'
import { templateOf } from './html/write-template'
import type { MarkdownLimits } from './limits'
import type { MarkdownSettings } from './settings'
import type { Marks, Template } from './template'

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
export function parseMarkdown(content: string, settings: MarkdownSettings, limits: MarkdownLimits): ParsedMarkdown {
  if (content.length > limits.source) throw limits.tooLarge(limits)
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
