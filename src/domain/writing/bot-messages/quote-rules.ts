import { contentKept } from '../../messages/message-index/rules'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import { hasNoMarkdown, quoteBlock } from './rules'

/** A message that a notice is about: where it is, if it is in a channel. */
export type MessageReference = { id: number; location?: { channel: string; topic: string } }

/** Names that could be read as Markdown are not said. */
export function linkToMessage({ id, location }: MessageReference): string {
  if (
    location !== undefined &&
    location.topic !== '' &&
    hasNoMarkdown(location.channel) &&
    hasNoMarkdown(location.topic)
  )
    return `#**${location.channel}>${location.topic}@${id}**`
  return `[a message](#narrow/near/${id})`
}

const TRUNCATED = '\n[message truncated]'

/** Our words, and after them as much of a message as fits. What is quoted calls nobody. */
export function withQuote(words: string, content: string): string {
  const whole = (text: string) => `${words}\n\n${quoteBlock(text)}`
  const room = MAX_MESSAGE_LENGTH - [...whole(content)].length
  return room >= 0 ? whole(content) : whole([...content].slice(0, room - TRUNCATED.length).join('') + TRUNCATED)
}

/** Markdown that shows a text as it is written: a block of code, cut where a message ends. */
export function asCodeBlock(content: string): string {
  const lines = new Set(content.split('\n').map((line) => line.trimEnd()))
  let fence = '```'
  // A line of the text that is the same as the fence would end the block.
  while (lines.has(fence)) fence += '`'
  return contentKept(`${fence}text\n${content}\n${fence}`)
}
