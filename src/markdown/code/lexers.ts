import packed from './lexers.data.json'
import { OWN_LEXERS } from './own-lexers'

/**
 * How code of one language is cut into tokens: a stack of states, each with rules tried in order at the place that is
 * reached. The patterns are ours, never a user's, and those that came from elsewhere were searched for any that take
 * exponential time (scripts/pack-lexers).
 */
export type Lexer = { states: ReadonlyMap<string, readonly string[]>; flags: string; ready: Map<string, Rule[]> }

export type Rule = {
  pattern: RegExp
  /** One for all, or one for each group. */
  styles: Style[]
  moves: Move[]
}

/** A class, or whose rules say what the classes in there are. */
type Style = { name: string } | { state: string } | { language: string }

export type Move = { pops: number } | { pushes: string } | 'again'

/** The lexer of a language, by the name clients know the language by. */
export function lexerOf(language: string): Lexer | undefined {
  const known = unpacked.get(language)
  if (known) return known
  const source = sourceOf(BORROWED.get(language) ?? language)
  const lexer = source === undefined ? undefined : unpack(source)
  if (lexer) unpacked.set(language, lexer)
  return lexer
}

// Each is unpacked when first asked for: most are never needed, and unpacking all would keep a new object from work.
const unpacked = new Map<string, Lexer>()

const sources = new Map(Object.entries({ ...packed.lexers, ...OWN_LEXERS }))

const sourceOf = (language: string): string | undefined => sources.get(language)

/** Languages that read well enough as another. Of PHP in something else, the PHP is what is coloured. */
const BORROWED = new Map([
  ['CSS+PHP', 'PHP'],
  ['HTML+PHP', 'PHP'],
  ['JavaScript+PHP', 'PHP'],
  ['XML+PHP', 'PHP'],
  ['PostgreSQL SQL dialect', 'SQL'],
  ['JSON-LD', 'JSON'],
  ['JSX', 'JavaScript'],
  ['TSX', 'TypeScript'],
])

function unpack(source: string): Lexer {
  const [flags = '', ...lines] = source.split('\n')
  const states = new Map<string, string[]>()
  let rules: string[] = []
  for (const line of lines) {
    if (!line.startsWith(':') || line.includes('\t')) rules.push(line)
    else states.set(line.slice(1), (rules = []))
  }
  return { states, flags, ready: new Map() }
}

/** The rules of a state, or of several at once (`a&b`). */
export function rulesOf(lexer: Lexer, name: string): readonly Rule[] {
  const known = lexer.ready.get(name)
  if (known) return known
  const rules = name.split('&').flatMap((state) => readRules(lexer, state, []))
  lexer.ready.set(name, rules)
  return rules
}

function readRules(lexer: Lexer, name: string, including: readonly string[]): Rule[] {
  if (including.includes(name)) return []
  return (lexer.states.get(name) ?? []).flatMap((line) =>
    line.startsWith('@') && !line.includes('\t')
      ? readRules(lexer, line.slice(1), [...including, name])
      : [readRule(line, lexer.flags)],
  )
}

function readRule(line: string, flags: string): Rule {
  const [written = '', styles = '', moves = ''] = line.split('\t')
  const [lead = '', own = ''] = /^\(\?([ims]+)\)/.exec(written) ?? []
  const allFlags = [...new Set(`${flags}${own}uy`)].join('')
  return {
    pattern: new RegExp(written.slice(lead.length), allFlags),
    styles: styles.split(',').map(readStyle),
    moves: moves === '' ? [] : moves.split(' ').map(readMove),
  }
}

function readStyle(style: string): Style {
  if (!style.startsWith('=')) return { name: style }
  const place = style.slice(1)
  return sources.has(place) ? { language: place } : { state: place }
}

function readMove(move: string): Move {
  if (move === '+') return 'again'
  return /^-\d+$/.test(move) ? { pops: Number(move.slice(1)) } : { pushes: move }
}
