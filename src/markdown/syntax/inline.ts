import { type Node, inline } from '../tree'
import { autolinks } from './autolinks'
import { channelLinks, topicLinks } from './channel-links'
import { codeSpans } from './code-spans'
import { namedEmoji } from './emoji'
import { emoticons } from './emoticons'
import { emphasis, strikethrough, strong, strongEmphasis } from './emphasis'
import { formulas } from './formulas'
import { type Held, hold, nothingHeld, unfolded } from './held'
import { links } from './links'
import { groupMentions, userMentions } from './mentions'
import type { Rung, Scope } from './rung'
import { times } from './times'
import { unicodeEmoji } from './unicode-emoji'

/** Parses the text of a paragraph, heading, cell or list item. */
export function inlineNodes(text: string, scope: Scope): Node[] {
  const held = nothingHeld()
  return unfolded(climb(text, 0, { scope, held }), held)
}

function climb(text: string, from: number, ground: { scope: Scope; held: Held }): string {
  let rest = text
  for (const [index, rung] of LADDER.slice(from).entries()) {
    const weaker = (inside: string) => unfolded(climb(inside, from + index + 1, ground), ground.held)
    rest = rung(rest, { ...ground, weaker })
  }
  return rest
}

const lineBreaks: Rung = (text, { held }) =>
  text.includes('\n') ? text.replaceAll('\n', () => hold(held, inline('br', {}, []))) : text

/** Strongest first. A realm's linkifiers belong right after `autolinks`. */
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
  strong,
  emphasis,
  strikethrough,
  namedEmoji,
  emoticons,
  lineBreaks,
  unicodeEmoji,
]
