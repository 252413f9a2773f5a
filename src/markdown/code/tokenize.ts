import { type Lexer, type Move, type Rule, lexerOf, rulesOf } from './lexers'

/** Some characters of code and the class that colours them, which is empty for none. */
export type Token = { text: string; style: string }

/**
 * Cuts code into tokens, all of which together are the code again. Nothing if it takes more steps than code does: some
 * rules take nothing and only change the state, and hostile code could have them do so for ever.
 */
export function tokensOf(code: string, lexer: Lexer): Token[] | undefined {
  const reading: Reading = { tokens: [], stepsLeft: MAX_STEPS_PER_CHARACTER * code.length + 100, depth: 0 }
  read(code, lexer, { reading, start: 'root' })
  return reading.stepsLeft > 0 ? reading.tokens : undefined
}

const MAX_STEPS_PER_CHARACTER = 5

/** States entered beyond this are not left one by one any more. */
const MAX_OPEN_STATES = 100

/** What is left to one state or language within a token may contain such tokens again. */
const MAX_DEPTH = 5

type Reading = { tokens: Token[]; stepsLeft: number; depth: number }
type From = { reading: Reading; start: string }

function read(code: string, lexer: Lexer, { reading, start }: From) {
  const open = [start]
  let position = 0
  while (position < code.length && reading.stepsLeft > 0) {
    reading.stepsLeft -= 1
    const matched = firstMatch(code, position, rulesOf(lexer, open.at(-1) ?? start))
    if (matched) {
      emit(matched, lexer, reading)
      for (const move of matched.rule.moves) follow(move, open)
      position += matched.groups[0].length
    } else {
      position = skip(code, position, { open, reading, start })
    }
  }
}

type Match = { rule: Rule; groups: RegExpExecArray }

function firstMatch(code: string, position: number, rules: readonly Rule[]): Match | undefined {
  for (const rule of rules) {
    rule.pattern.lastIndex = position
    const groups = rule.pattern.exec(code)
    if (groups) return { rule, groups }
  }
  return undefined
}

/** The end of a line no rule has a use for ends all that is open: better than colouring the rest of it wrongly. */
function skip(code: string, position: number, { open, reading, start }: From & { open: string[] }): number {
  const character = String.fromCodePoint(code.codePointAt(position) ?? 0)
  if (character === '\n') open.splice(0, open.length, start)
  reading.tokens.push({ text: character, style: character === '\n' ? '' : 'err' })
  return position + character.length
}

function follow(move: Move, open: string[]) {
  if (move === 'again') open.push(open.at(-1) ?? 'root')
  else if ('pushes' in move) open.push(move.pushes)
  else open.splice(Math.max(1, open.length - move.pops))
  if (open.length > MAX_OPEN_STATES) open.splice(1, 1)
}

function emit({ rule, groups }: Match, lexer: Lexer, reading: Reading) {
  const [whole, ...parts] = groups
  if (rule.styles.length === 1) {
    emitPart(whole, { rule, group: 0, lexer, reading })
    return
  }
  let position = 0
  rule.styles.forEach((_, group) => {
    const part = parts[group] ?? ''
    // What stands between two groups is in neither.
    const found = whole.indexOf(part, position)
    if (part === '' || found < 0) return
    if (found > position) reading.tokens.push({ text: whole.slice(position, found), style: '' })
    emitPart(part, { rule, group, lexer, reading })
    position = found + part.length
  })
  if (position < whole.length) reading.tokens.push({ text: whole.slice(position), style: '' })
}

type Part = { rule: Rule; group: number; lexer: Lexer; reading: Reading }

function emitPart(text: string, { rule, group, lexer, reading }: Part) {
  const style = rule.styles[group]
  if (text === '' || !style) return
  if ('name' in style) {
    reading.tokens.push({ text, style: style.name })
    return
  }
  const other = 'language' in style ? lexerOf(style.language) : lexer
  if (!other || reading.depth >= MAX_DEPTH) {
    reading.tokens.push({ text, style: '' })
    return
  }
  reading.depth += 1
  read(text, other, { reading, start: 'state' in style ? style.state : 'root' })
  reading.depth -= 1
}
