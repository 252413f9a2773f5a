import { namesOfEmoji } from '../emoji-names'
import type { InlineConstruct } from './inline-construct'
import { unicodeEmojiElement } from './named-emoji'
import { addNode } from './node-tokens'

/**
 * Emoji typed as characters become the same elements as named emoji. A sequence that is not in our table stays text.
 * Characters that are text by default (arrows, ©, digits) stay text too.
 */
export const unicodeEmoji: InlineConstruct = (text, { nodes, message }) => {
  if (!MAY_HAVE_EMOJI.test(text)) return text
  return text.replace(POSSIBLE_EMOJI, (sequence) => {
    if (TEXT_CHARACTER.test(sequence)) return sequence
    const code = emojiCode(sequence)
    const [name] = namesOfEmoji(code)
    return name === undefined ? sequence : addNode(nodes, unicodeEmojiElement(code, name, message.budget))
  })
}

const MAY_HAVE_EMOJI = /[\u2000-\uffff]/

const ELEMENT =
  '\\p{Regional_Indicator}{2}|\\p{Emoji}(?:\\p{Emoji_Modifier}|\\uFE0F\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?'
const POSSIBLE_EMOJI = new RegExp(`(?:${ELEMENT})(?:\\u200D(?:${ELEMENT}))*`, 'gu')

const TEXT_CHARACTER = /^\P{Emoji_Presentation}$/u

/** Returns the code of a sequence. Codes have no variation selector, which only asks for an image. */
const emojiCode = (sequence: string) =>
  [...sequence.replaceAll('\uFE0F', '')]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
