import packed from './lexers.data.json'
import { OWN_LEXERS } from './own-lexers'

/**
 * How code of one language is split into tokens: states, each with rules that are tried in order at the current position.
 * The patterns are ours, never a user's. Those of Chroma were searched for patterns that take exponential time
 * (scripts/pack-lexers).
 */
export type Lexer = {
  states: ReadonlyMap<string, readonly string[]>
  flags: string
  /** The rules of the states that were used so far. */
  rules: Map<string, LexerRule[]>
}

/** What a match becomes, and which state comes next. */
export type LexerRule = {
  pattern: RegExp
  /** One for the whole match, or one for each group. */
  styles: Style[]
  stateChanges: StateChange[]
}

/** A CSS class, or the state or language whose rules split the text further. */
type Style = { className: string } | { state: string } | { language: string }

/** Leaves so many states, enters one, or enters the current state once more. */
export type StateChange = { leave: number } | { enter: string } | 'repeat'

/** Returns the lexer of a language, by the name that clients use for the language. */
export function findLexer(language: string): Lexer | undefined {
  const cached = unpackedLexers.get(language)
  if (cached) return cached
  const source = sources.get(SIMILAR_LANGUAGES.get(language) ?? language)
  const lexer = source === undefined ? undefined : unpack(source)
  if (lexer) unpackedLexers.set(language, lexer)
  return lexer
}

// A lexer is unpacked when it is first used: most are never used, and unpacking all of them would delay the start.
const unpackedLexers = new Map<string, Lexer>()

const sources = new Map(Object.entries({ ...packed.lexers, ...OWN_LEXERS }))

/** Languages that use the lexer of a similar one. Of PHP in another language, only the PHP is highlighted. */
const SIMILAR_LANGUAGES = new Map([
  ['CSS+PHP', 'PHP'],
  ['HTML+PHP', 'PHP'],
  ['JavaScript+PHP', 'PHP'],
  ['XML+PHP', 'PHP'],
  ['PostgreSQL SQL dialect', 'SQL'],
  ['JSON-LD', 'JSON'],
  ['JSX', 'JavaScript'],
  ['TSX', 'TypeScript'],
])

/** Reads the packed form of a lexer. The first field of lexers.data.json describes it. */
function unpack(source: string): Lexer {
  const [flags = '', ...lines] = source.split('\n')
  const states = new Map<string, string[]>()
  let rules: string[] = []
  for (const line of lines) {
    if (!line.startsWith(':') || line.includes('\t')) rules.push(line)
    else states.set(line.slice(1), (rules = []))
  }
  return { states, flags, rules: new Map() }
}

/** Returns the rules of a state, or of several states (`a&b`). */
export function rulesOf(lexer: Lexer, name: string): readonly LexerRule[] {
  const cached = lexer.rules.get(name)
  if (cached) return cached
  const rules = name.split('&').flatMap((state) => readRules(lexer, state, []))
  lexer.rules.set(name, rules)
  return rules
}

function readRules(lexer: Lexer, name: string, includedBy: readonly string[]): LexerRule[] {
  if (includedBy.includes(name)) return []
  return (lexer.states.get(name) ?? []).flatMap((line) =>
    line.startsWith('@') && !line.includes('\t')
      ? readRules(lexer, line.slice(1), [...includedBy, name])
      : [readRule(line, lexer.flags)],
  )
}

function readRule(line: string, flags: string): LexerRule {
  const [packedPattern = '', styles = '', changes = ''] = line.split('\t')
  const [prefix = '', ownFlags = ''] = /^\(\?([ims]+)\)/.exec(packedPattern) ?? []
  const allFlags = [...new Set(`${flags}${ownFlags}uy`)].join('')
  return {
    // Linear: the patterns are ours, and longer code than 5000 characters is not highlighted.
    pattern: new RegExp(packedPattern.slice(prefix.length), allFlags),
    styles: styles.split(',').map(readStyle),
    stateChanges: changes === '' ? [] : changes.split(' ').map(readStateChange),
  }
}

function readStyle(style: string): Style {
  if (!style.startsWith('=')) return { className: style }
  const name = style.slice(1)
  return sources.has(name) ? { language: name } : { state: name }
}

function readStateChange(change: string): StateChange {
  if (change === '+') return 'repeat'
  return /^-\d+$/.test(change) ? { leave: Number(change.slice(1)) } : { enter: change }
}
