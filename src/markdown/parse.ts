import { sourceLines } from './normalise'
import { addPreviews } from './previews'
import type { Marks, Template } from './references'
import type { MarkdownSettings } from './settings'
import { fullAllowance } from './syntax/allowance'
import { parseSegments } from './syntax/blocks'
import { elementsOf } from './syntax/elements'
import { splitAtFences } from './syntax/fences'
import { templateOf } from './write'

export type { MarkdownSettings } from './settings'

/** Stage 1's result: plain JSON, safe to send to the realm and to store. */
export type ParsedMarkdown = { template: Template; marks: Marks }

/**
 * Turns an author's Markdown into HTML with holes for what only the realm can look up. Pure, and linear in its input.
 *
 * A message is cut down in the order in which its author can be surprised least: lines, then fences (no construct
 * reaches into code), then blocks, then the text of each block, strongest construct first. Only then is it known what
 * it links to.
 */
export function parseMarkdown(content: string, settings: MarkdownSettings): ParsedMarkdown {
  const marks = noMarks(content)
  const segments = splitAtFences(sourceLines(content), settings.default_code_block_language)
  const message = elementsOf(parseSegments(segments), { settings, marks, allowance: fullAllowance(), quoted: false })
  addPreviews(message, settings, marks)
  return { template: templateOf(message), marks }
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
