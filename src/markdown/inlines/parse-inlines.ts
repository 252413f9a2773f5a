import type { MessageContext } from '../html/message-context'
import { type Node, inlineElement } from '../html/tree'
import { autolinks } from './autolinks'
import { channelLinks, topicLinks } from './channel-links'
import { codeSpans } from './code-spans'
import { emoticons } from './emoticons'
import { emphasis, strikethrough, strong, strongEmphasis } from './emphasis'
import { formulas } from './formulas'
import type { InlineConstruct } from './inline-construct'
import { linkifierLinks } from './linkifier-links'
import { links } from './links'
import { groupMentions, userMentions } from './mentions'
import { namedEmoji } from './named-emoji'
import { reparseNestedEmphasis } from './nested-emphasis'
import { type ParsedNodes, addNode, expandTokens, noParsedNodes } from './node-tokens'
import { timestamps } from './timestamps'
import { unicodeEmoji } from './unicode-emoji'

/** Parses the text of a paragraph, heading, table cell or list item. */
export const parseInlines = (text: string, message: MessageContext): Node[] =>
  reparseNestedEmphasis(parseOnce(text, message), (inside) => parseOnce(inside, message))

function parseOnce(text: string, message: MessageContext): Node[] {
  // A table may have thousands of empty cells.
  if (text === '') return []
  const nodes = noParsedNodes()
  return expandTokens(applyConstructs(text, 0, { message, nodes }), nodes)
}

function applyConstructs(text: string, first: number, context: { message: MessageContext; nodes: ParsedNodes }) {
  let result = text
  const hasLinkifiers = context.message.settings.linkifiers.length > 0
  for (let index = first; index < INLINE_CONSTRUCTS.length; index++) {
    if (!hasLinkifiers && !MAY_MATCH.test(result)) break
    const parseInside = (inside: string) => expandTokens(applyConstructs(inside, index + 1, context), context.nodes)
    result = INLINE_CONSTRUCTS[index]?.(result, { ...context, parseInside }) ?? result
  }
  return result
}

/** All constructs but linkifiers need one of these characters, and many texts have none. */
const MAY_MATCH = /[`*@$#<[.:;~\n\u2000-\uffff]/

const lineBreaks: InlineConstruct = (text, { nodes }) =>
  text.includes('\n') ? text.replaceAll('\n', () => addNode(nodes, inlineElement('br', {}, []))) : text

/** By precedence: what an earlier construct matches, the later ones do not see. */
const INLINE_CONSTRUCTS: readonly InlineConstruct[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  formulas,
  topicLinks,
  channelLinks,
  timestamps,
  groupMentions,
  links,
  autolinks,
  linkifierLinks,
  strong,
  emphasis,
  strikethrough,
  namedEmoji,
  emoticons,
  lineBreaks,
  unicodeEmoji,
]
