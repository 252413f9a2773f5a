import { many, maybe, one, scalar, text, anything, at, textAt } from '../fields'
import { unknownBlock } from '../errors'
import { slackMarkdown } from './slack-markup'

/** The parts of a message for Slack: text, blocks and attachments. */
const field = one({ title: maybe(text), value: maybe(scalar) })
const attachment = one({
  title: maybe(text),
  title_link: maybe(text),
  pretext: maybe(text),
  text: maybe(text),
  fallback: maybe(text),
  fields: maybe(many(field)),
  blocks: maybe(many(anything)),
  image_url: maybe(text),
  footer: maybe(text),
  ts: maybe(scalar),
})
export const slackMessage = one({
  channel: maybe(text),
  text: maybe(text),
  icon_emoji: maybe(text),
  blocks: maybe(many(anything)),
  attachments: maybe(many(attachment)),
  thread_ts: maybe(scalar),
})

type Field = { title?: string | null; value?: string | null }
type Attachment = {
  title?: string | null
  title_link?: string | null
  pretext?: string | null
  text?: string | null
  fields?: Field[] | null
  blocks?: unknown[] | null
  image_url?: string | null
  footer?: string | null
  ts?: string | null
}

const fieldText = ({ title, value }: Field): string => {
  const [name, content] = [title ? `**${title}**` : '', value ? slackMarkdown(value) : '']
  return name && content ? `${name}: ${content}` : name || content
}

export function attachmentText(part: Attachment): string {
  const title = part.title ? `## ${part.title_link ? `[${part.title}](${part.title_link})` : part.title}` : ''
  return joined([
    title,
    part.pretext ? slackMarkdown(part.pretext) : '',
    part.text ? slackMarkdown(part.text) : '',
    (part.fields ?? [])
      .map(fieldText)
      .filter((line) => line !== '')
      .join('\n'),
    ...(part.blocks ?? []).map(blockText),
    part.image_url ? `[](${part.image_url})` : '',
    part.footer ? slackMarkdown(part.footer) : '',
    part.ts ? `<time:${part.ts}>` : '',
  ])
}

export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the text of a text object: plain, or with markup. */
function textOf(object: unknown): string {
  const content = textAt(object, 'text') ?? ''
  return textAt(object, 'type') === 'plain_text' ? content : slackMarkdown(content)
}

const imageText = (image: unknown): string =>
  `[${textAt(image, 'title', 'text') ?? textAt(image, 'alt_text') ?? ''}](${textAt(image, 'image_url') ?? ''})`

const NOTHING = ['actions', 'input', 'call', 'contact_card', 'condition', 'file']

/** Returns Markdown for a block. Throws `unknownBlock`. */
export function blockText(block: unknown): string {
  const type = textAt(block, 'type') ?? ''
  if (NOTHING.includes(type)) return ''
  switch (type) {
    case 'divider':
      return '----'
    case 'header':
      return `## ${textAt(block, 'text', 'text') ?? ''}`
    case 'image':
      return imageText(block)
    case 'markdown':
      return textAt(block, 'text') ?? ''
    case 'context':
      return joined(list(at(block, 'elements')).map(elementText))
    case 'section':
      return sectionText(block)
    case 'rich_text':
      return list(at(block, 'elements')).map(richText).join('\n')
    default:
      throw unknownBlock({ type })
  }
}

const elementText = (element: unknown) => (textAt(element, 'type') === 'image' ? imageText(element) : textOf(element))

function sectionText(block: unknown): string {
  const accessory = at(block, 'accessory')
  const fields = list(at(block, 'fields')).map(textOf)
  return joined([
    at(block, 'text') === undefined ? '' : textOf(at(block, 'text')),
    textAt(accessory, 'type') === 'image' ? imageText(accessory) : '',
    fields.length < 2 ? (fields[0] ?? '') : tableOf(fields),
  ])
}

/** Returns a table with two columns and no header. A line break or a vertical line would end a cell. */
function tableOf(cells: readonly string[]): string {
  const rows = ['| | |', '|-|-|']
  const cell = (content = '') => content.replaceAll('\n', ' ').replaceAll('|', '\\|')
  for (let index = 0; index < cells.length; index += 2)
    rows.push(`| ${cell(cells[index])} | ${cell(cells[index + 1])} |`)
  return rows.join('\n')
}

const MARKS: readonly [string, string][] = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
  ['code', '`'],
]

/** Returns Markdown for an element of a rich text, in which the style is apart from the text. */
function richText(element: unknown): string {
  const inner = list(at(element, 'elements'))
  switch (textAt(element, 'type') ?? '') {
    case 'rich_text_list': {
      const mark = (index: number) => (textAt(element, 'style') === 'ordered' ? `${index + 1}.` : '*')
      return inner.map((item, index) => `${mark(index)} ${richText(item)}`).join('\n')
    }
    case 'rich_text_preformatted':
      return `\`\`\`\n${inner.map((item) => textAt(item, 'text') ?? '').join('')}\n\`\`\``
    case 'rich_text_quote':
      return `> ${inner.map(inlineText).join('').replaceAll('\n', '\n> ')}`
    default:
      return inner.map(inlineText).join('')
  }
}

function inlineText(element: unknown): string {
  const content = textAt(element, 'text') ?? ''
  switch (textAt(element, 'type') ?? '') {
    case 'link':
      return content ? `[${content}](${textAt(element, 'url') ?? ''})` : (textAt(element, 'url') ?? '')
    case 'emoji':
      return `:${textAt(element, 'name') ?? ''}:`
    case 'broadcast':
      return '@**all**'
    case 'user':
      return `@${textAt(element, 'user_id') ?? ''}`
    case 'channel':
      return `#${textAt(element, 'channel_id') ?? ''}`
    default:
      return MARKS.reduce(
        (styled, [name, mark]) => (at(element, 'style', name) === true ? mark + styled + mark : styled),
        content,
      )
  }
}
