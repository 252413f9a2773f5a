import { emojiCodeOf } from '../emoji-names'
import type { Rung } from './inline-construct'
import { unicodeEmojiElement } from './named-emoji'
import { hold } from './node-tokens'

/** `:)`, for senders who wish it, and only where it stands between spaces or punctuation. */
export const emoticons: Rung = (text, { scope, held }) => {
  return text.replace(EMOTICON, (emoticon: string) => {
    const name = NAMES.get(emoticon) ?? ''
    const code = emojiCodeOf(name)
    return code === undefined || !scope.settings.translate_emoticons
      ? emoticon
      : hold(held, unicodeEmojiElement(code, name, scope.budget))
  })
}

const NAMES = new Map([
  [':)', 'smile'],
  ['(:', 'smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'grinning'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
])

const NOT_BOUNDARY = '[^,.;?!()\\[\\] "\'\\n\\t]'
const EMOTICON = new RegExp(`(?<!${NOT_BOUNDARY})(?::[)(|/DoOpP]|\\(:|<3|;\\))(?!${NOT_BOUNDARY})`, 'g')
