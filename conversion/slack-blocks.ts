import type { Text } from './converted.ts'
import type { SlackBlock, SlackElement, SlackStyle, SlackText } from './slack-archive.ts'

const MAX_DEPTH = 20

/** Returns the blocks of a message as text with the marks of Slack: newer programs send only blocks. */
export const textOfBlocks = (blocks: unknown) => joined(listIn(blocks).map(blockText))

const listIn = (value: unknown): (SlackBlock & SlackElement)[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []

/** Blocks and their parts are on lines of their own. */
const joined = (parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join('\n')

/** The texts of rich text have no entities, unlike all others. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: Text) => String(text ?? '').replaceAll(/[&<>]/g, (mark) => ENTITIES[mark] ?? '')

function blockText(block: SlackBlock) {
  const { type, text, title, fields, elements } = block
  if (type === 'rich_text') return joined(listIn(elements).map((element) => richText(element)))
  if (type === 'header') return `*${escaped(text?.text)}*`
  if (type === 'image' || type === 'video') return escaped(title?.text ?? block.alt_text)
  if (type === 'divider') return ''
  if (type === 'actions') return ''
  return joined([textObject(text), ...listIn(fields).map(textObject), listIn(elements).map(textObject).join(' ')])
}

const textObject = (object: SlackText | undefined) => {
  if (typeof object?.text !== 'string') return ''
  return object.type === 'mrkdwn' ? object.text : escaped(object.text)
}

function richText(element: SlackElement, depth = 0): string {
  const { type, elements } = element
  if (depth > MAX_DEPTH) return ''
  if (type === 'rich_text_preformatted') return `\`\`\`${inline(elements)}\`\`\``
  if (type === 'rich_text_quote') return inline(elements).replaceAll(/^/gm, '&gt; ')
  if (type === 'rich_text_list') return listText(element, depth)
  return inline(elements)
}

function listText({ style, indent, offset, elements }: SlackElement, depth: number) {
  const before = ' '.repeat(4 * Math.min(Math.max(Number(indent) || 0, 0), MAX_DEPTH))
  const first = 1 + (Number(offset) || 0)
  return listIn(elements)
    .map((item, index) => {
      const mark = style === 'ordered' ? `${first + index}. ` : '• '
      return `${before}${mark}${richText(item, depth + 1).replaceAll('\n', `\n${before}  `)}`
    })
    .join('\n')
}

const inline = (elements: unknown) => listIn(elements).map(inlineText).join('')

const INLINE: Record<string, (element: SlackElement) => string> = {
  user: ({ user_id }) => `<@${user_id}>`,
  channel: ({ channel_id }) => `<#${channel_id}>`,
  usergroup: ({ usergroup_id }) => `<!subteam^${usergroup_id}>`,
  broadcast: ({ range }) => `<!${range}>`,
  link: ({ url, text }) => `<${escaped(url).replaceAll('|', '%7C')}${text ? `|${escaped(text)}` : ''}>`,
  emoji: ({ name }) => `:${name}:`,
  date: ({ fallback, timestamp }) => escaped(fallback ?? dayOf(timestamp)),
  color: ({ value }) => escaped(value),
}

const dayOf = (timestamp = NaN) =>
  Number.isFinite(timestamp) ? new Date(timestamp * 1000).toISOString().slice(0, 10) : ''

function inlineText(element: SlackElement) {
  const { type = '', style } = element
  const write = Object.hasOwn(INLINE, type) ? INLINE[type] : undefined
  return styled(write ? write(element) : escaped(element.text), typeof style === 'object' ? style : {})
}

/** Marks touch the text, and what is inside of code has no other marks. */
function styled(text: string, { bold, italic, strike, code }: SlackStyle) {
  const inner = text.trim()
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  if (inner === '' || inner.includes('\n')) return text
  if (code) return `${before}\`${inner}\`${after}`
  const marks = `${bold ? '*' : ''}${italic ? '_' : ''}${strike ? '~' : ''}`
  return `${before}${marks}${inner}${[...marks].toReversed().join('')}${after}`
}
