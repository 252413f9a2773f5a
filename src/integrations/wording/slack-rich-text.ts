import { at, textAt } from '../fields'
import { codeBlock, marked } from './markup'
import { linkTo, plainText } from './plain-text'
import { everyone, slackChannel, slackUser } from './slack-markup'

export const listAt = (value: unknown, name: string): unknown[] => {
  const list = at(value, name)
  return Array.isArray(list) ? list : []
}

const MARKS: readonly [string, string][] = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
]
const MAX_INDENTS = 8

/** Returns Markdown for an element of a rich text, in which the style is apart from the text. */
export function richText(element: unknown): string {
  const inner = listAt(element, 'elements')
  switch (textAt(element, 'type') ?? '') {
    case 'rich_text_list': {
      const indent = '  '.repeat(Math.min(MAX_INDENTS, Number(textAt(element, 'indent')) || 0))
      const mark = (index: number) => (textAt(element, 'style') === 'ordered' ? `${index + 1}.` : '*')
      return inner.map((item, index) => `${indent}${mark(index)} ${sectionOf(item)}`).join('\n')
    }
    case 'rich_text_preformatted':
      return codeBlock(inner.map((item) => textAt(item, 'text') ?? textAt(item, 'url') ?? '').join(''))
    case 'rich_text_quote':
      return `> ${inner.map(inlineText).join('').replaceAll('\n', '\n> ')}`
    default:
      return inner.map(inlineText).join('')
  }
}

const sectionOf = (item: unknown): string => listAt(item, 'elements').map(inlineText).join('')

function inlineText(element: unknown): string {
  const content = textAt(element, 'text') ?? ''
  switch (textAt(element, 'type') ?? '') {
    case 'link': {
      const url = textAt(element, 'url') ?? ''
      return content ? linkTo(url, content) : url
    }
    case 'emoji':
      return `:${textAt(element, 'name') ?? ''}:`
    case 'broadcast':
      return everyone(textAt(element, 'range') ?? 'channel')
    case 'user':
      return slackUser(textAt(element, 'user_id') ?? '', '')
    case 'channel':
      return slackChannel(textAt(element, 'channel_id') ?? '', '')
    case 'usergroup':
      return plainText(`@${textAt(element, 'usergroup_id') ?? ''}`)
    case 'date': {
      const seconds = textAt(element, 'timestamp') ?? ''
      return /^\d{1,12}$/.test(seconds) ? `<time:${seconds}>` : plainText(textAt(element, 'fallback') ?? '')
    }
    case 'color':
      return plainText(textAt(element, 'value') ?? '')
    default:
      return styledText(element, content)
  }
}

/** The next element may be bold, and together they would be a mention. */
const BEFORE_MENTION = /[@#$]_?$/

function styledText(element: unknown, content: string): string {
  const has = (name: string) => at(element, 'style', name) === true
  const text = has('code')
    ? marked(content, '`')
    : plainText(content).replace(BEFORE_MENTION, (end) => `&#${end.charCodeAt(0)};${end.slice(1)}`)
  return MARKS.reduce((styled, [name, mark]) => (has(name) ? marked(styled, mark) : styled), text)
}
