import { EXTRA_EMOJI_NAMES, EXTRA_EMOJI_URL, emojiCodeOf } from '../emoji-names'
import { type Element, type Node, inline } from '../tree'
import { hold } from './held'
import type { Rung } from './rung'

/** `:smile:`. What is between two colons but no emoji is text, and its last colon begins no other name. */
export const namedEmoji: Rung = (text, { held }) =>
  text.includes(':')
    ? text.replace(NAME, (source: string, name: string) => hold(held, emojiOrText(name, source)))
    : text

const NAME = /:([\p{L}\p{N}_+-]+):/gu

/** A realm may have put its own picture in place of any emoji, so the realm is asked first. */
function emojiOrText(name: string, source: string): Node {
  const fallback = builtInEmoji(name) ?? source
  return CUSTOM_NAME.test(name) ? { reference: { kind: 'emoji', name }, fallback: [fallback] } : fallback
}

/** Only names a custom emoji can have are worth asking the realm for. */
const CUSTOM_NAME = /^[0-9a-z_-]*[0-9a-z]$/

function builtInEmoji(name: string): Element | undefined {
  if (EXTRA_EMOJI_NAMES.has(name)) {
    return inline('img', { alt: `:${name}:`, class: 'emoji', src: EXTRA_EMOJI_URL, title: name }, [])
  }
  const code = emojiCodeOf(name)
  return code === undefined ? undefined : unicodeEmojiElement(code, name)
}

/** Clients show the picture of the class; the text is for those that have none. */
export function unicodeEmojiElement(code: string, name: string): Element {
  const title = name.replaceAll('_', ' ')
  return inline('span', { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title }, [`:${name}:`])
}
