import { namesOfEmoji } from '../emoji-names'
import type { Rung } from './inline-construct'
import { unicodeEmojiElement } from './named-emoji'
import { hold } from './node-tokens'

/**
 * Emoji typed as characters become the same as emoji named. A sequence is one emoji or none: if we do not know it, the
 * reader's machine may. Characters that are text unless marked otherwise (arrows, ©, digits) stay text.
 */
export const unicodeEmoji: Rung = (text, { held, scope }) => {
  if (!BEYOND_LATIN.test(text)) return text
  return text.replace(POSSIBLE_EMOJI, (sequence) => {
    if (PLAIN_CHARACTER.test(sequence)) return sequence
    const code = codeOf(sequence)
    const [name] = namesOfEmoji(code)
    return name === undefined ? sequence : hold(held, unicodeEmojiElement(code, name, scope.budget))
  })
}

const BEYOND_LATIN = /[\u2000-\uffff]/

const ELEMENT = '\\p{RI}\\p{RI}|\\p{Emoji}(?:\\p{EMod}|\\uFE0F\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?'
const POSSIBLE_EMOJI = new RegExp(`(?:${ELEMENT})(?:\\u200D(?:${ELEMENT}))*`, 'gu')

const PLAIN_CHARACTER = /^\P{Emoji_Presentation}$/u

/** The variation selector only says "draw it as an emoji"; codes leave it out. */
const codeOf = (sequence: string) =>
  [...sequence.replaceAll('\uFE0F', '')]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
