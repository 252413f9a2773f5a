import type { Text } from './converted.ts'
import { wordsOf } from './names.ts'

/** What a program adds to its message, at Slack, Mattermost and Rocket.Chat. */
export type MessageAttachment = {
  pretext?: Text
  title?: Text
  title_link?: Text
  text?: Text
  fields?: unknown
  fallback?: Text
}

/** Returns an attachment as a quote, after the words that stand before it. `markdown` converts a text of the other server. */
export function quoteOf(attachment: MessageAttachment, markdown: (text: Text) => string): string {
  const { pretext, title, text, fields, fallback } = attachment
  const parts = [headingOf(attachment), markdown(text), ...listIn(fields).map((field) => fieldText(field, markdown))]
  const written = present(title || text || pretext || parts.some(Boolean) ? parts : [markdown(fallback)])
  return present([markdown(pretext), written.join('\n').replaceAll(/^/gm, written.length === 0 ? '' : '> ')]).join('\n')
}

const present = (parts: readonly string[]) => parts.filter((part) => part.trim() !== '')

function headingOf({ title, title_link }: MessageAttachment) {
  const words = wordsOf(title)
  return words !== '' && title_link ? `[${words.replaceAll(/[[\]]/g, '')}](${title_link})` : words
}

type Field = { title?: unknown; value?: unknown }

const listIn = (value: unknown): Field[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []

function fieldText(field: Field, markdown: (text: Text) => string) {
  const [name, value] = [wordsOf(field.title).replaceAll('*', ''), markdown(wordsOf(field.value))]
  return name === '' || value === '' ? name + value : `**${name}**: ${value}`
}
