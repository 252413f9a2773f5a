import { EXTRA_EMOJI_NAMES, EXTRA_EMOJI_URL, emojiCodeOf } from '../emoji-names'
import { type OutputBudget, takeOrThrow } from '../html/output-budget'
import { type Element, type Node, inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { addNode } from './node-tokens'

/** `:smile:`. A name that is no emoji stays text, and the colon after it does not start the next name. */
export const namedEmoji: InlineConstruct = (text, { nodes, message }) =>
  text.includes(':')
    ? text.replace(NAME, (source: string, name: string) => addNode(nodes, emojiOrText(name, source, message.budget)))
    : text

const NAME = /:([\p{L}\p{N}_+-]+):/gu

/** A custom emoji replaces a Unicode emoji of the same name, so the realm looks the name up first. */
function emojiOrText(name: string, source: string, budget: OutputBudget): Node {
  const fallback = builtInEmoji(name, budget) ?? source
  return CUSTOM_NAME.test(name) ? { lookup: { kind: 'emoji', name }, fallback: [fallback] } : fallback
}

/** The names that a custom emoji can have. */
const CUSTOM_NAME = /^[0-9a-z_-]*[0-9a-z]$/

function builtInEmoji(name: string, budget: OutputBudget): Element | undefined {
  if (EXTRA_EMOJI_NAMES.has(name)) {
    return inlineElement('img', { alt: `:${name}:`, class: 'emoji', src: EXTRA_EMOJI_URL, title: name }, [])
  }
  const code = emojiCodeOf(name)
  return code === undefined ? undefined : unicodeEmojiElement(code, name, budget)
}

/** Returns a Unicode emoji. Clients show the image of its class; the text is for clients without images. */
export function unicodeEmojiElement(code: string, name: string, budget: OutputBudget): Element {
  const title = name.replaceAll('_', ' ')
  takeOrThrow(budget, 'expanded', EMOJI_LENGTH + code.length + 3 * name.length)
  const attributes = { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title }
  return inlineElement('span', attributes, [`:${name}:`])
}

const EMOJI_LENGTH = '<span aria-label="" class="emoji emoji-" role="img" title="">::</span>'.length
