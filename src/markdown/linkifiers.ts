import { RE2JS } from 're2js'
import { type UrlTemplate, expanded, leastLength, urlTemplate } from './url-templates'

/** A realm's rule that makes words of a certain form into links: `#123` into a link to an issue. */
export type Linkifier = {
  id: number
  /** A regular expression of RE2's dialect, which is matched in linear time whoever wrote it. */
  pattern: string
  /** See url-templates.ts; its variables are the pattern's named groups. */
  url_template: string
}

/** Words that are to be a link, and where they stand. */
export type LinkedWords = { start: number; end: number; url: string }

/** What is left to spend on linkifiers. */
export type LinkifierBudget = { linkifierSteps: number }

/**
 * Returns the words that a linkifier finds, from left to right, none within another, and at most `limit`. To find the
 * next words may take reading all of the text that is left. So the text is read in windows, and the steps are counted:
 * when the budget is empty, the rest of the text stays as it is.
 */
export function linkedWords(text: string, linkifier: Linkifier, limit: number, budget: LinkifierBudget): LinkedWords[] {
  const found: LinkedWords[] = []
  if (budget.linkifierSteps < STEPS_OF_ANY_TEXT) return found
  budget.linkifierSteps -= STEPS_OF_ANY_TEXT
  const matcher = matcherFor(linkifier, text)
  if (!matcher) return found
  let position = 0
  while (position <= text.length && found.length < limit) {
    const window = { text, position, end: endOfWindow(text, position) }
    const isLast = window.end === text.length
    if (!hasParts(text.slice(position, window.end), matcher.needed)) {
      if (isLast) break
      position += HALF_WINDOW
      continue
    }
    const steps = (window.end - position + 1) * matcher.stepsPerUnit
    if (steps > budget.linkifierSteps) break
    budget.linkifierSteps -= steps
    const words = firstWords(window, matcher)
    if (words === undefined && isLast) break
    if (words === undefined) position += HALF_WINDOW
    else if (isCut(window, words)) position = Math.max(words.start - 1, position + 1)
    else {
      const link = words.end > words.start ? linkOf(words, matcher, budget) : undefined
      if (link) found.push(link)
      // What follows the words is not part of them: one space may stand between two of them.
      position = Math.max(words.end, position + 1)
    }
  }
  return found
}

/** Words of up to this length are always found. Longer ones may be. */
const HALF_WINDOW = 250

type Window = { text: string; position: number; end: number }

/** A window ends where a word ends if it can, as what comes after it is not seen. */
function endOfWindow(text: string, position: number): number {
  const end = position + 2 * HALF_WINDOW
  if (end >= text.length) return text.length
  const space = text.slice(end, end + HALF_WINDOW).search(/\s/)
  return space < 0 ? end : end + space
}

/** Words that reach the end of a window may go on behind it. */
const isCut = ({ text, end }: Window, words: Words): boolean =>
  words.end === end && end < text.length && !/\s/.test(text.charAt(end))

type Words = { start: number; end: number; groups: ReadonlyMap<string, string> }

function firstWords({ text, position, end }: Window, { pattern, groups }: Matcher): Words | undefined {
  const match = pattern.matcher(text.slice(0, end))
  if (!match.find(position)) return undefined
  return { start: match.start(WORDS), end: match.end(WORDS), groups: groupsOf(match, groups) }
}

/** Nothing if the address is longer than addresses are: a template may name a group many times. */
function linkOf(
  { start, end, groups }: Words,
  { template }: Matcher,
  budget: LinkifierBudget,
): LinkedWords | undefined {
  const length = leastLength(template, groups)
  if (length > MAX_ADDRESS_LENGTH) return undefined
  budget.linkifierSteps -= length * STEPS_PER_CHARACTER_OF_ADDRESS
  const url = expanded(template, groups)
  return url.length > MAX_ADDRESS_LENGTH ? undefined : { start, end, url }
}

const MAX_ADDRESS_LENGTH = 4_000
const STEPS_PER_CHARACTER_OF_ADDRESS = 40

const hasParts = (text: string, parts: readonly string[]): boolean => parts.every((part) => text.includes(part))

type Matcher = {
  pattern: RE2JS
  template: UrlTemplate
  groups: readonly string[]
  needed: readonly string[]
  /** The most that RE2 does for each UTF-16 unit: it may be in each state of its program. */
  stepsPerUnit: number
}

const STEPS_OF_ANY_TEXT = 10
const STEPS_OF_ANY_PATTERN = 50

/** Words may stand at either end of the text, after a space or certain marks, and before all but letters and digits. */
const AROUND = { before: '(?:^|[\\s\\x{85}\\p{Z}\'"(,:<])(', after: ')(?:$|[^\\p{L}\\p{N}])' }

/** The group that is around the realm's pattern. */
const WORDS = 1

// Made once for each pattern, as that takes longer than matching it. One isolate serves many realms, hence the limit.
const matchers = new Map<string, Matcher | undefined>()
const MAX_MATCHERS = 300

/** What is known of a linkifier: what its words have in them, and how it is matched once a text has that. */
type Known = { needed: readonly string[]; made?: { matcher: Matcher | undefined } }

// A message may have thousands of short texts. For each, it is faster to know the linkifier than to read its pattern.
const knownOf = new WeakMap<Linkifier, Known>()

/** Nothing for a text that no words of the linkifier can be in. */
function matcherFor(linkifier: Linkifier, text: string): Matcher | undefined {
  let known = knownOf.get(linkifier)
  if (!known) knownOf.set(linkifier, (known = { needed: neededParts(linkifier.pattern) }))
  if (!hasParts(text, known.needed)) return undefined
  known.made ??= { matcher: sharedMatcher(linkifier) }
  return known.made.matcher
}

function sharedMatcher({ pattern, url_template }: Linkifier): Matcher | undefined {
  const key = `${pattern}\n${url_template}`
  if (matchers.has(key)) return matchers.get(key)
  if (matchers.size >= MAX_MATCHERS) matchers.clear()
  const matcher = newMatcher(pattern, url_template)
  matchers.set(key, matcher)
  return matcher
}

/** Nothing for what was never accepted (see linkifier-rules.ts): a message is no place to complain about it. */
function newMatcher(source: string, url_template: string): Matcher | undefined {
  const template = urlTemplate(url_template)
  try {
    const pattern = RE2JS.compile(AROUND.before + source + AROUND.after)
    const stepsPerUnit = STEPS_OF_ANY_PATTERN + pattern.programSize()
    const groups = Object.keys(pattern.namedGroups())
    return template && { pattern, template, groups, needed: neededParts(source), stepsPerUnit }
  } catch {
    return undefined
  }
}

function groupsOf(match: ReturnType<RE2JS['matcher']>, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const name of names) {
    const value = match.group(name)
    if (value !== null) values.set(name, value)
  }
  return values
}

/**
 * What every text that matches has in it: the characters that stand for themselves outside of all groups and choices.
 * Most messages have no `#`, so they are done with before anything is matched.
 */
export function neededParts(pattern: string): string[] {
  if (/\(\?[a-zA-Z-]*[ix]|\\[QE]/.test(pattern)) return []
  const parts = ['']
  let depth = 0
  for (const { 0: token } of pattern.matchAll(
    /\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g,
  )) {
    if (depth === 0 && token === '|') return []
    if (/^(?:[?*]|\{.+)$/.test(token) && depth === 0) parts.splice(-1, 1, (parts.at(-1) ?? '').slice(0, -1), '')
    else if (depth === 0 && isItself(token)) parts.push((parts.pop() ?? '') + (token.at(-1) ?? ''))
    else parts.push('')
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
  }
  return parts.filter((part) => part !== '')
}

const isItself = (token: string) => /^(?:[^\\^$.|?*+()[\]{}\uD800-\uDFFF]|\\[^A-Za-z0-9])$/.test(token)
