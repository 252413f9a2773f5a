/** What the user is writing at the caret, and what can complete it. */
export type Query = {
  kind: 'person' | 'channel' | 'topic' | 'emoji' | 'language' | 'command' | 'time'
  /** Where the completed text begins. It ends at the caret. */
  start: number
  text: string
  /** For a topic: the name of its channel. */
  channel?: string
  /** A mention that sends no notification. */
  isSilent?: boolean
}

/** A mention or a link begins after a space or punctuation, so an address such as `ada@example.com` begins none. */
const BEGINS = String.raw`(?:^|[\s(\[{'"/>~*_-])`
const PERSON = new RegExp(`${BEGINS}(@(_?)(?:\\*{0,2})([^@*\\s][^@*\\n]{0,40})?)$`, 'u')
const CHANNEL = new RegExp(`${BEGINS}(#(?:\\*\\*)?([^#*>\\s][^#*>\\n]{0,60})?)$`, 'u')
const TOPIC = /(#\*\*([^*>\n]+)>([^*\n]{0,60}))$/u
const EMOJI = /(?:^|[\s([{'"/>~*_-])(:([\p{L}\p{M}\p{N}_+-]{1,40}))$/u
const LANGUAGE = /^ {0,3}((?:`{3,}|~{3,})([\w+#.-]{0,30}))$/u
const COMMAND = /^(\/([\w-]{0,32}))$/u
const TIME = /(<time:?([^>\n]{0,40}))$/u
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/

/** Returns what the text before the caret asks to complete. Inside of a block of code, it asks for nothing. */
export function queryAt(text: string, caret: number): Query | undefined {
  const before = text.slice(0, caret)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.slice(lineStart)
  const isInCode =
    before
      .slice(0, lineStart)
      .split('\n')
      .filter((other) => FENCE.test(other)).length %
      2 ===
    1
  if (isInCode) return undefined
  const at = (match: string) => caret - match.length
  if (lineStart === 0) {
    const [, whole, name] = COMMAND.exec(line) ?? []
    if (whole !== undefined) return { kind: 'command', start: 0, text: name ?? '' }
  }
  const [, fence, language] = LANGUAGE.exec(line) ?? []
  if (fence !== undefined && language !== '')
    return { kind: 'language', start: caret - (language ?? '').length, text: language ?? '' }
  const [, time, moment] = TIME.exec(line) ?? []
  if (time !== undefined) return { kind: 'time', start: at(time), text: moment ?? '' }
  const [, topic, channel, name] = TOPIC.exec(line) ?? []
  if (topic !== undefined) return { kind: 'topic', start: at(topic), text: name ?? '', channel }
  const [, mention, silent, person] = PERSON.exec(line) ?? []
  if (mention !== undefined) return { kind: 'person', start: at(mention), text: person ?? '', isSilent: silent === '_' }
  const [, link, target] = CHANNEL.exec(line) ?? []
  if (link !== undefined) return { kind: 'channel', start: at(link), text: target ?? '' }
  const [, emoji, emojiName] = EMOJI.exec(line) ?? []
  if (emoji !== undefined) return { kind: 'emoji', start: at(emoji), text: emojiName ?? '' }
  return undefined
}
