import { textAt } from '../fields'
import { cardMarkdown, type Mentioned } from './chat-dialects'
import { codeBlock } from './markup'
import { linkTo, plainText } from './plain-text'
import { joined } from './slack-blocks'
import { listAt } from './slack-rich-text'

/** Bounds the work for one card. Its size alone does not bound the depth. */
const [MAX_DEPTH, MAX_ELEMENTS] = [10, 500]

type Reading = { mentioned: readonly Mentioned[]; left: number }

/** Returns Markdown for an Adaptive Card. Elements of unknown types have no text, but those inside them have. */
export function adaptiveCardText(card: unknown): string {
  const mentioned = listAt(entitiesOf(card), 'entities')
    .slice(0, MAX_ELEMENTS)
    .map((entity) => ({
      name: (textAt(entity, 'text') ?? '').replaceAll(/<\/?at>/g, ''),
      email: textAt(entity, 'mentioned', 'id') ?? '',
    }))
  const reading: Reading = { mentioned, left: MAX_ELEMENTS }
  return joined([...elementTexts(listAt(card, 'body'), reading), actionTexts(listAt(card, 'actions'))])
}

const entitiesOf = (card: unknown): unknown =>
  typeof card === 'object' && card !== null && 'msteams' in card ? card.msteams : undefined

const elementTexts = (elements: readonly unknown[], reading: Reading, depth = 0): string[] =>
  depth > MAX_DEPTH ? [] : elements.map((element) => elementText(element, reading, depth))

function elementText(element: unknown, reading: Reading, depth: number): string {
  if (reading.left-- <= 0) return ''
  const content = textAt(element, 'text') ?? ''
  switch (textAt(element, 'type') ?? '') {
    case 'TextBlock':
      return blockText(element, cardMarkdown(content, reading.mentioned))
    case 'RichTextBlock':
      return listAt(element, 'inlines')
        .map((run) => plainText(typeof run === 'string' ? run : (textAt(run, 'text') ?? '')))
        .join('')
    case 'FactSet':
      return listAt(element, 'facts')
        .slice(0, MAX_ELEMENTS)
        .map((fact) => factText(fact, reading))
        .join('\n')
    case 'Image':
      return linkTo(textAt(element, 'url') ?? '', textAt(element, 'altText') ?? 'image')
    case 'CodeBlock':
      return codeBlock(textAt(element, 'codeSnippet') ?? '')
    case 'ActionSet':
      return actionTexts(listAt(element, 'actions'))
    default:
      return joined(PARTS.flatMap((name) => elementTexts(listAt(element, name), reading, depth + 1)))
  }
}

/** Where elements contain others: containers, columns, pictures, tables. */
const PARTS = ['items', 'columns', 'images', 'rows', 'cells']

const factText = (fact: unknown, { mentioned }: Reading): string =>
  `**${plainText((textAt(fact, 'title') ?? '').replace(/:\s*$/, ''))}**: ${cardMarkdown(textAt(fact, 'value') ?? '', mentioned)}`

const SIZES = ['Large', 'ExtraLarge', 'large', 'extraLarge']

function blockText(element: unknown, text: string): string {
  if (text === '' || text.includes('\n')) return text
  if (textAt(element, 'style') === 'heading' || SIZES.includes(textAt(element, 'size') ?? '')) return `## ${text}`
  return /^bolder$/i.test(textAt(element, 'weight') ?? '') && !text.includes('**') ? `**${text}**` : text
}

const actionTexts = (actions: readonly unknown[]): string =>
  actions
    .slice(0, MAX_ELEMENTS)
    .map((action) => {
      const url = textAt(action, 'url')
      return url ? linkTo(url, textAt(action, 'title') ?? url) : ''
    })
    .filter(Boolean)
    .join(' ')
