import { type Node, inline } from '../html/tree'
import { autolinks } from './autolinks'
import { channelLinks, topicLinks } from './channel-links'
import { codeSpans } from './code-spans'
import { emoticons } from './emoticons'
import { emphasis, strikethrough, strong, strongEmphasis } from './emphasis'
import { formulas } from './formulas'
import type { Rung, Scope } from './inline-construct'
import { wordsOfLinkifiers } from './linkifier-links'
import { links } from './links'
import { groupMentions, userMentions } from './mentions'
import { namedEmoji } from './named-emoji'
import { lookedThroughAgain } from './nested-emphasis'
import { type Held, hold, nothingHeld, unfolded } from './node-tokens'
import { times } from './timestamps'
import { unicodeEmoji } from './unicode-emoji'

/** Parses the text of a paragraph, heading, cell or list item. */
export const inlineNodes = (text: string, scope: Scope): Node[] =>
  lookedThroughAgain(looked(text, scope), (again) => looked(again, scope))

function looked(text: string, scope: Scope): Node[] {
  // A table may have thousands of empty cells.
  if (text === '') return []
  const held = nothingHeld()
  return unfolded(climb(text, 0, { scope, held }), held)
}

function climb(text: string, from: number, ground: { scope: Scope; held: Held }): string {
  let parsed = text
  const anythingMay = ground.scope.settings.linkifiers.length > 0
  for (let index = from; index < LADDER.length && (anythingMay || MAY_MEAN_SOMETHING.test(parsed)); index++) {
    const weaker = (inside: string) => unfolded(climb(inside, index + 1, ground), ground.held)
    parsed = LADDER[index]?.(parsed, { ...ground, weaker }) ?? parsed
  }
  return parsed
}

/** Every construct but a linkifier has one of these, and much of what people write has none. */
const MAY_MEAN_SOMETHING = /[`*@$#<[.:;~\n\u2000-\uffff]/

const lineBreaks: Rung = (text, { held }) =>
  text.includes('\n') ? text.replaceAll('\n', () => hold(held, inline('br', {}, []))) : text

/** Strongest first. */
const LADDER: readonly Rung[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  formulas,
  topicLinks,
  channelLinks,
  times,
  groupMentions,
  links,
  autolinks,
  wordsOfLinkifiers,
  strong,
  emphasis,
  strikethrough,
  namedEmoji,
  emoticons,
  lineBreaks,
  unicodeEmoji,
]
