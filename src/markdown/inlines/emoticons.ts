import { emojiCodeOf } from '../emoji-names'
import type { InlineConstruct } from './inline-construct'
import { unicodeEmojiElement } from './named-emoji'
import { addNode } from './node-tokens'

/** `:)`, between spaces or punctuation, for senders with the setting `translate_emoticons`. */
export const emoticons: InlineConstruct = (text, { message, nodes }) => {
  return text.replace(EMOTICON, (emoticon: string) => {
    const name = NAMES.get(emoticon) ?? ''
    const code = emojiCodeOf(name)
    return code === undefined || !message.settings.translatesEmoticons()
      ? emoticon
      : addNode(nodes, unicodeEmojiElement(code, name, message.budget))
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
