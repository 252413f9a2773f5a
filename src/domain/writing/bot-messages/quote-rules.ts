import type { BotWords } from '../../../pages/words/bots-en'
import { normalizeContent } from '../../messages/message-index/rules'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import { hasNoMarkdown, quoteBlock } from './rules'

/** A message to which a bot message refers. A direct message has no location. */
export type MessageReference = { id: number; location?: { channel: string; topic: string } }

/** Returns a link to a message. It contains the names of channel and topic only if they cannot be read as Markdown. */
export function linkToMessage(words: BotWords, { id, location }: MessageReference): string {
  if (location && location.topic !== '' && hasNoMarkdown(location.channel) && hasNoMarkdown(location.topic))
    return `#**${location.channel}>${location.topic}@${id}**`
  return `[${words.aMessage}](#narrow/near/${id})`
}

const TRUNCATED = '\n[message truncated]'

/** Returns `text` and after it as much of the quoted content as fits into a message. Mentions in quotes notify no users. */
export function withQuote(text: string, content: string): string {
  const message = (quote: string) => `${text}\n\n${quoteBlock(quote)}`
  const charactersLeft = MAX_MESSAGE_LENGTH - [...message(content)].length
  if (charactersLeft >= 0) return message(content)
  return message([...content].slice(0, charactersLeft - TRUNCATED.length).join('') + TRUNCATED)
}

/** Returns Markdown that shows `content` as source text: a code block, shortened to the length of a message. */
export function asCodeBlock(content: string): string {
  const lines = new Set(content.split('\n').map((line) => line.trimEnd()))
  let fence = '```'
  // A line of the content that equals the fence would end the block.
  while (lines.has(fence)) fence += '`'
  return normalizeContent(`${fence}text\n${content}\n${fence}`)
}
