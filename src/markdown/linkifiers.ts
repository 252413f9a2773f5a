import { findMatcher, type LinkifierMatcher } from './linkifier-matching/matcher'
import { hasAllLiterals } from './linkifier-matching/required-literals'
import type { Linkifier } from './settings'
import { expandTemplate, minExpandedLength } from './url-templates'

/** Text that becomes a link, and its position. */
export type LinkifierMatch = { start: number; end: number; url: string }

/** How many steps linkifiers may still take. A step is one state of a pattern at one position of the text. */
export type LinkifierBudget = { linkifierSteps: number }

/**
 * Returns the matches of a linkifier from left to right: at most `limit`, and none within another. Finding the next match
 * may read the rest of the text. So the text is read in windows, and the steps are counted. When the budget is used up,
 * the rest of the text has no matches.
 */
export function findLinkifierMatches(
  text: string,
  linkifier: Linkifier,
  limit: number,
  budget: LinkifierBudget,
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  if (budget.linkifierSteps < STEPS_PER_TEXT) return matches
  budget.linkifierSteps -= STEPS_PER_TEXT
  const matcher = findMatcher(linkifier, text)
  if (!matcher) return matches
  let position = 0
  while (position <= text.length && matches.length < limit) {
    const window = { text, position, end: endOfWindow(text, position) }
    const isLast = window.end === text.length
    if (!hasAllLiterals(text.slice(position, window.end), matcher.requiredLiterals)) {
      if (isLast) break
      position += HALF_WINDOW_LENGTH
      continue
    }
    const steps = (window.end - position + 1) * matcher.stepsPerUnit
    if (steps > budget.linkifierSteps) break
    budget.linkifierSteps -= steps
    const match = firstMatch(window, matcher)
    if (match === undefined && isLast) break
    if (match === undefined) position += HALF_WINDOW_LENGTH
    else if (mayGoOn(window, match)) position = Math.max(match.start - 1, position + 1)
    else {
      const link = match.end > match.start ? toLink(match, matcher, budget) : undefined
      if (link) matches.push(link)
      // The character after a match does not belong to it: one space may separate two matches.
      position = Math.max(match.end, position + 1)
    }
  }
  return matches
}

const STEPS_PER_TEXT = 10

/** Matches up to this length are always found. Longer ones may be missed. */
const HALF_WINDOW_LENGTH = 250

type Window = { text: string; position: number; end: number }

/** Returns where a window ends: at the end of a word if possible, because a pattern cannot see beyond the window. */
function endOfWindow(text: string, position: number): number {
  const end = position + 2 * HALF_WINDOW_LENGTH
  if (end >= text.length) return text.length
  const space = text.slice(end, end + HALF_WINDOW_LENGTH).search(/\s/)
  return space < 0 ? end : end + space
}

/** Returns whether a match may go on after the end of the window. */
const mayGoOn = ({ text, end }: Window, match: Match): boolean =>
  match.end === end && end < text.length && !/\s/.test(text.charAt(end))

type Match = { start: number; end: number; groups: ReadonlyMap<string, string> }

function firstMatch({ text, position, end }: Window, { pattern, groupNames, textGroup }: LinkifierMatcher) {
  const found = pattern.matcher(text.slice(0, end))
  if (!found.find(position)) return undefined
  const groups = new Map<string, string>()
  for (const name of groupNames) {
    const value = found.group(name)
    if (value !== null) groups.set(name, value)
  }
  return { start: found.start(textGroup), end: found.end(textGroup), groups }
}

/** Returns undefined if the address is too long: a template may contain a group many times. */
function toLink({ start, end, groups }: Match, { template }: LinkifierMatcher, budget: LinkifierBudget) {
  const minLength = minExpandedLength(template, groups)
  if (minLength > MAX_ADDRESS_LENGTH) return undefined
  budget.linkifierSteps -= minLength * STEPS_PER_ADDRESS_CHARACTER
  const url = expandTemplate(template, groups)
  return url.length > MAX_ADDRESS_LENGTH ? undefined : { start, end, url }
}

const MAX_ADDRESS_LENGTH = 4_000
const STEPS_PER_ADDRESS_CHARACTER = 40
