import { type Lexer, type LexerRule, type StateChange, findLexer, rulesOf } from './lexers'

/** A part of code and its CSS class, which is empty for none. */
export type Token = { text: string; className: string }

/**
 * Splits code into tokens. Their texts joined are the code again. Returns undefined if it takes too many steps: some rules
 * match no text and only change the state, and hostile code can repeat them forever.
 */
export function tokenize(code: string, lexer: Lexer): Token[] | undefined {
  const output: Output = { tokens: [], stepsLeft: MAX_STEPS_PER_CHARACTER * code.length + 100, depth: 0 }
  readCode(code, lexer, { output, startState: 'root' })
  return output.stepsLeft > 0 ? output.tokens : undefined
}

const MAX_STEPS_PER_CHARACTER = 5

/** Beyond this, entering a state forgets the outermost one. */
const MAX_OPEN_STATES = 100

/** A token may be code of another state or language. Nested more deeply, such a token is plain text. */
const MAX_DEPTH = 5

type Output = { tokens: Token[]; stepsLeft: number; depth: number }
type Start = { output: Output; startState: string }

function readCode(code: string, lexer: Lexer, { output, startState }: Start) {
  const openStates = [startState]
  let position = 0
  while (position < code.length && output.stepsLeft > 0) {
    output.stepsLeft -= 1
    const match = firstMatch(code, position, rulesOf(lexer, openStates.at(-1) ?? startState))
    if (match) {
      addTokens(match, lexer, output)
      for (const change of match.rule.stateChanges) changeState(change, openStates)
      position += match.groups[0].length
    } else {
      position = skipCharacter(code, position, { openStates, output, startState })
    }
  }
}

type Match = { rule: LexerRule; groups: RegExpExecArray }

function firstMatch(code: string, position: number, rules: readonly LexerRule[]): Match | undefined {
  for (const rule of rules) {
    rule.pattern.lastIndex = position
    const groups = rule.pattern.exec(code)
    if (groups) return { rule, groups }
  }
  return undefined
}

/** Skips a character that no rule matches. A line end closes all states, so an error does not affect the next lines. */
function skipCharacter(code: string, position: number, { openStates, output, startState }: Start & OpenStates): number {
  const character = String.fromCodePoint(code.codePointAt(position) ?? 0)
  if (character === '\n') openStates.splice(0, openStates.length, startState)
  output.tokens.push({ text: character, className: character === '\n' ? '' : 'err' })
  return position + character.length
}

type OpenStates = { openStates: string[] }

function changeState(change: StateChange, openStates: string[]) {
  if (change === 'repeat') openStates.push(openStates.at(-1) ?? 'root')
  else if ('enter' in change) openStates.push(change.enter)
  else openStates.splice(Math.max(1, openStates.length - change.leave))
  if (openStates.length > MAX_OPEN_STATES) openStates.splice(1, 1)
}

function addTokens({ rule, groups }: Match, lexer: Lexer, output: Output) {
  const [whole, ...groupTexts] = groups
  if (rule.styles.length === 1) {
    addGroup(whole, { rule, group: 0, lexer, output })
    return
  }
  let position = 0
  rule.styles.forEach((_, group) => {
    const text = groupTexts[group] ?? ''
    // Text between two groups belongs to neither.
    const start = whole.indexOf(text, position)
    if (text === '' || start < 0) return
    if (start > position) output.tokens.push({ text: whole.slice(position, start), className: '' })
    addGroup(text, { rule, group, lexer, output })
    position = start + text.length
  })
  if (position < whole.length) output.tokens.push({ text: whole.slice(position), className: '' })
}

type Group = { rule: LexerRule; group: number; lexer: Lexer; output: Output }

function addGroup(text: string, { rule, group, lexer, output }: Group) {
  const style = rule.styles[group]
  if (text === '' || !style) return
  if ('className' in style) {
    output.tokens.push({ text, className: style.className })
    return
  }
  const innerLexer = 'language' in style ? findLexer(style.language) : lexer
  if (!innerLexer || output.depth >= MAX_DEPTH) {
    output.tokens.push({ text, className: '' })
    return
  }
  output.depth += 1
  readCode(text, innerLexer, { output, startState: 'state' in style ? style.state : 'root' })
  output.depth -= 1
}
