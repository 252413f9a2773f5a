import { splitIntoSections } from './blocks/fenced-blocks'
import { parseSections } from './blocks/parse-blocks'
import { sourceLines } from './blocks/source-lines'
import { blockElements } from './html/block-elements'
import { addMediaPreviews } from './html/media-previews'
import { outputBudget } from './html/output-budget'
import { writeTemplate } from './html/write-template'
import type { MarkdownLimits } from './limits'
import { type MessageReferences, newMessageReferences } from './message-references'
import type { MarkdownSettings } from './settings'
import type { Template } from './template'

/** A message after the first stage. It is plain JSON: the edge sends it to the realm, which can store it. */
export type ParsedMarkdown = { template: Template; references: MessageReferences }

/**
 * Parses a message. The result depends only on the arguments, and the time is proportional to the length of the text.
 * Throws `limits.tooLarge` if the text or its HTML exceeds the limits. The realm counts again what replaces the
 * placeholders (render.ts).
 *
 * The order is: lines, fences, blocks, the text of each block, and then previews, which need all links. So code in a fence
 * is never parsed.
 */
export function parseMarkdown(content: string, settings: MarkdownSettings, limits: MarkdownLimits): ParsedMarkdown {
  if (content.length > limits.source) throw limits.tooLarge(limits)
  const budget = outputBudget(limits)
  const references = newMessageReferences(content)
  const sections = splitIntoSections(sourceLines(content), settings.default_code_block_language)
  const message = blockElements(parseSections(sections), { settings, references, budget, isQuoted: false })
  addMediaPreviews(message, settings, references)
  return { template: writeTemplate(message, budget), references }
}
