import { addressAt, at, textAt } from '../fields'
import { unknownBlock } from '../errors'
import { listAt, richText } from './slack-rich-text'
import { linkTo, plainText } from './plain-text'
import { slackMarkdown, unescaped } from './slack-markup'
import { chatMarkdown } from './chat-markdown'

export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

/** Returns a text without markup. */
export const plainAt = (object: unknown, ...path: string[]): string | undefined => {
  const found = textAt(object, ...path)
  return found === undefined ? undefined : unescaped(found)
}

/** Returns the text of a text object: plain, or with markup. */
function textOf(object: unknown): string {
  const content = textAt(object, 'text') ?? ''
  return textAt(object, 'type') === 'plain_text' ? plainText(unescaped(content)) : slackMarkdown(content)
}

function imageText(image: unknown): string {
  const url = textAt(image, 'image_url') || addressAt(image, 'slack_file', 'url')
  return linkTo(url, plainAt(image, 'title', 'text') ?? plainAt(image, 'alt_text') ?? '')
}

function videoText(video: unknown): string {
  const url = textAt(video, 'title_url') ?? textAt(video, 'video_url') ?? ''
  return linkTo(url, plainAt(video, 'title', 'text') ?? '')
}

/** What people can only use in Slack. */
const NOTHING = ['actions', 'input', 'call', 'contact_card', 'condition', 'file']

/** What is written for the blocks of each type. */
const TEXTS = new Map<string, (block: unknown) => string>([
  ...['', ...NOTHING].map((type) => [type, () => ''] as const),
  ['divider', () => '----'],
  ['header', (block) => `## ${plainText(plainAt(block, 'text', 'text') ?? '')}`],
  ['image', imageText],
  ['markdown', (block) => chatMarkdown(textAt(block, 'text') ?? '', { pieces: [], piece: () => undefined })],
  ['context', (block) => joined(listAt(block, 'elements').map(elementText))],
  ['section', sectionText],
  ['video', videoText],
  ['rich_text', (block) => listAt(block, 'elements').map(richText).join('\n')],
  ['table', (block) => tableOf(listAt(block, 'rows').map((row) => (Array.isArray(row) ? row.map(cellText) : [])))],
])

const typeOf = (block: unknown): string => textAt(block, 'type') ?? ''

const knownBlockText = (block: unknown): string | undefined => TEXTS.get(typeOf(block))?.(block)

/** Returns Markdown for a block, without its buttons. Throws `unknownBlock`. */
export function blockText(block: unknown): string {
  const text = knownBlockText(block)
  if (text === undefined) throw unknownBlock({ type: typeOf(block) })
  return text
}

/** Returns Markdown for a block with its links. A newer block, which this server does not know, has no text. */
export function wholeBlockText(block: unknown): string {
  const buttons = controlsOf(block).map(buttonText).filter(Boolean)
  return joined([knownBlockText(block) ?? '', buttons.join(' ')])
}

/**
 * Returns a line with the names of what users can see or use only in Slack: so that nothing is dropped in silence. `drawn` are the
 * controls that this server has.
 */
export function onlyInSlackText(blocks: readonly unknown[], drawn: ReadonlySet<unknown> = new Set()): string {
  const names = blocks.flatMap((block) => {
    const type = typeOf(block)
    const isUnknown = !TEXTS.has(type) || (NOTHING.includes(type) && !WITH_CONTROLS.includes(type))
    const others = controlsOf(block).filter((control) => !drawn.has(control))
    return [...others.map((control) => nameOfControl(control, block)), isUnknown ? type : '']
  })
  return lineOfNames(
    'Only in Slack',
    names.filter((name) => name !== ''),
  )
}

const MAX_NAMES = 20

/** Returns a line that names what is not in the text. A line break in a name would end the line. */
export function lineOfNames(title: string, names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => plainText(name.replaceAll(/\s+/g, ' ').trim()))
  return names.length === 0 ? '' : `*${title}: ${listed.join(', ')}*`
}

const WITH_CONTROLS = ['actions', 'input']

const controlsOf = (block: unknown): unknown[] => [
  ...listAt(block, 'elements'),
  at(block, 'accessory'),
  at(block, 'element'),
]

/** Returns what a button, a menu or a field is called. A button with an address is a link here, and pictures and texts are none of them. */
function nameOfControl(control: unknown, block: unknown): string {
  const type = textAt(control, 'type') ?? ''
  if (type === 'button') return textAt(control, 'url') ? '' : (plainAt(control, 'text', 'text') ?? '')
  if (!/_select$|_input$|picker$|^(?:overflow|checkboxes|radio_buttons)$/.test(type)) return ''
  return plainAt(block, 'label', 'text') ?? plainAt(control, 'placeholder', 'text') ?? type.replaceAll('_', ' ')
}

/** A button that opens a page is a link. The others would need an answer. */
const buttonText = (button: unknown): string => {
  const url = textAt(button, 'type') === 'button' ? textAt(button, 'url') : undefined
  return url ? linkTo(url, plainAt(button, 'text', 'text') ?? url) : ''
}

const elementText = (element: unknown) => (textAt(element, 'type') === 'image' ? imageText(element) : textOf(element))

const cellText = (cell: unknown): string =>
  textAt(cell, 'type') === 'rich_text'
    ? listAt(cell, 'elements').map(richText).join(' ')
    : plainText(textAt(cell, 'text') ?? '')

function sectionText(block: unknown): string {
  const accessory = at(block, 'accessory')
  const fields = listAt(block, 'fields').map(textOf)
  const hasText = at(block, 'text') !== undefined && at(block, 'text') !== null
  return joined([
    hasText ? textOf(at(block, 'text')) : '',
    textAt(accessory, 'type') === 'image' ? imageText(accessory) : '',
    fields.length < 2 ? (fields[0] ?? '') : tableOf([[], ...pairsOf(fields)]),
  ])
}

function pairsOf(cells: readonly string[]): string[][] {
  const pairs: string[][] = []
  for (let index = 0; index < cells.length; index += 2) pairs.push([cells[index] ?? '', cells[index + 1] ?? ''])
  return pairs
}

const MAX_COLUMNS = 20

/** Returns a table whose first row is the header. A line break or a vertical line would end a cell. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map((row) => row.length)))
  if (columns === 0) return ''
  const cell = (content = '') => content.replaceAll('\n', ' ').replaceAll('|', '\\|')
  const line = (row: readonly string[]) =>
    row.length === 0
      ? `|${' |'.repeat(columns)}`
      : `| ${Array.from({ length: columns }, (_, index) => cell(row[index])).join(' | ')} |`
  return [line(rows[0] ?? []), `|${'-|'.repeat(columns)}`, ...rows.slice(1).map(line)].join('\n')
}
