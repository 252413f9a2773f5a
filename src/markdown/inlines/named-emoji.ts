import { EXTRA_EMOJI_NAMES, EXTRA_EMOJI_URL, emojiCodeOf } from '../emoji-names'
import { type OutputBudget, takeOrThrow } from '../html/output-budget'
import { type Element, type Node, inline } from '../html/tree'
import type { Rung } from './inline-construct'
import { hold } from './node-tokens'

/** `:smile:`. What is between two colons but no emoji is text, and its last colon begins no other name. */
export const namedEmoji: Rung = (text, { held, scope }) =>
  text.includes(':')
    ? text.replace(NAME, (source: string, name: string) => hold(held, emojiOrText(name, source, scope.budget)))
    : text

const NAME = /:([\p{L}\p{N}_+-]+):/gu

/** A realm may have put its own picture in place of any emoji, so the realm is asked first. */
function emojiOrText(name: string, source: string, budget: OutputBudget): Node {
  const fallback = builtInEmoji(name, budget) ?? source
  return CUSTOM_NAME.test(name) ? { reference: { kind: 'emoji', name }, fallback: [fallback] } : fallback
}

/** Only names a custom emoji can have are worth asking the realm for. */
const CUSTOM_NAME = /^[0-9a-z_-]*[0-9a-z]$/

function builtInEmoji(name: string, budget: OutputBudget): Element | undefined {
  if (EXTRA_EMOJI_NAMES.has(name)) {
    return inline('img', { alt: `:${name}:`, class: 'emoji', src: EXTRA_EMOJI_URL, title: name }, [])
  }
  const code = emojiCodeOf(name)
  return code === undefined ? undefined : unicodeEmojiElement(code, name, budget)
}

/** Clients show the picture of the class; the text is for those that have none. */
export function unicodeEmojiElement(code: string, name: string, budget: OutputBudget): Element {
  const title = name.replaceAll('_', ' ')
  takeOrThrow(budget, 'expanded', LENGTH_OF_EMOJI + code.length + 3 * name.length)
  return inline('span', { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title }, [`:${name}:`])
}

const LENGTH_OF_EMOJI = '<span aria-label="" class="emoji emoji-" role="img" title="">::</span>'.length
