// Finds banned words in one file.

import { basename, extname } from 'node:path'
import { BANNED_WORDS } from './banned-words.ts'
import { getOrAdd } from '../../conversion/get-or-add.ts'
import { type SourceText, textsOfCode, textsOfMarkdown, textsOfSql, textsOfToml } from './source-text.ts'

type Rule = { in: string; except: RegExp[]; use: string }
type Banned = { word: string; name: string; use: string }
/** A banned word, and where it is. */
type Finding = Banned & { index: number }

const rules = new Map<string, Rule>(
  BANNED_WORDS.flatMap((rule) => rule.words.map((word) => [word, { in: 'all', except: [], ...rule }])),
)
const IN_PROSE = new RegExp(
  `\\b(?:${[...rules]
    .filter(([, rule]) => rule.in === 'all')
    .map(([word]) => word)
    .join('|')})\\b`,
  'gi',
)
const CHARACTERS_AROUND = 60

/** The banned words of a file: `{ file, index, word, name, use }`. `name` is the identifier that has the word. */
export function findingsIn(file: string, source: string): (Finding & { file: string })[] {
  const ofName = bannedIn(basename(file, extname(file)).replaceAll(/[-.]/g, '_')).map((finding) => ({
    index: 0,
    ...finding,
  }))
  const ofText = textsIn(file, source).flatMap((text) =>
    text.kind === 'identifier' ? inIdentifier(text) : inProse(text),
  )
  return [...ofName, ...ofText].map((finding) => ({ file, ...finding }))
}

function textsIn(file: string, source: string) {
  switch (extname(file)) {
    case '.md':
      return textsOfMarkdown(source)
    case '.sql':
      return textsOfSql(source)
    case '.toml':
      return textsOfToml(source)
    default:
      return textsOfCode(source, file.startsWith('test/') ? isTestName : isSentence)
  }
}

// In tests, strings are mostly content that users send.
const isTestName = (_: string, before: string) =>
  /(?:\b(?:describe|test|it)(?:\.\w+)*|\))\(\s*['"`]?$/.test(before) || isExplanation(before)
const isExplanation = (before: string) => /\b(?:summary|description|reason|comment):\s*['"`]?$/.test(before)
const isSentence = (text: string, before: string) => /\S\s+\S+\s+\S+\s+\S/.test(text) || isExplanation(before)

const cache = new Map<string, Banned[]>()

function inIdentifier({ text, index }: SourceText): Finding[] {
  return getOrAdd(cache, text, () => bannedIn(text)).map((finding) => ({ index, ...finding }))
}

/** Limits have one form. A least role is a role and no number. */
const LIMIT_OF_ANOTHER_FORM = /^(?:MOST_|LEAST_(?!ROLE))|^[A-Z].*_(?:MAX|MIN)$/

function bannedIn(name: string): Banned[] {
  if (LIMIT_OF_ANOTHER_FORM.test(name)) return [{ word: name, name, use: 'MAX_… or MIN_…, with the unit last' }]
  const words = wordsOf(name)
  return words.flatMap((word) => {
    const rule = rules.get(word)
    if (rule === undefined || rule.except.some((exception) => exception.test(name))) return []
    if (rule.in === 'whole names' && words.length > 1) return []
    return [{ word, name, use: rule.use }]
  })
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[_$#]/g, ' ')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')

// Names in backticks and between quotation marks are of the wire, or of others.
function inProse({ text, index }: SourceText): Finding[] {
  const prose = text.replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, (quoted) => ' '.repeat(quoted.length))
  return [...prose.matchAll(IN_PROSE)].flatMap(({ 0: match, index: position }) => {
    const word = match.toLowerCase()
    const rule = rules.get(word)
    if (rule === undefined) return []
    const { except, use } = rule
    const around = prose.slice(Math.max(0, position - CHARACTERS_AROUND), position + match.length + CHARACTERS_AROUND)
    if (except.some((exception) => exception.test(around))) return []
    return [{ index: index + position, word, name: word, use }]
  })
}
