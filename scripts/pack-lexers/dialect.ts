import { withoutSlowness } from './slow-patterns.ts'

/** A rewritten piece of a pattern, and the length of what it replaces. */
type Piece = { text: string; length: number }

/**
 * Rewrites a pattern of .NET's dialect for JavaScript's Unicode mode. There, needless escapes are errors, and `\w` matches
 * ASCII only. A leading `(?i)` stays, as the flags of a rule. Throws if the result does not compile.
 */
export function inUnicodeMode(pattern: string): string {
  const [, flags = '', rest = ''] = /^((?:\(\?[ims]+\))?)([^]*)$/.exec(pattern) ?? []
  let rewritten = ''
  for (let index = 0; index < rest.length;) {
    const { text, length } = pieceAt(rest, index)
    rewritten += text
    index += length
  }
  const result = withoutSlowness(rewritten)
  if (!isPattern(result)) throw new Error(`not a pattern: ${result}`)
  return flags + result
}

function isPattern(text: string) {
  try {
    return new RegExp(text, 'uy').sticky
  } catch {
    return false
  }
}

function pieceAt(text: string, index: number): Piece {
  const character = text.charAt(index)
  if (character === '[') return classAt(text, index)
  if (character === '\\') return escapeAt(text, index)
  if (text.startsWith('(?<!', index) || text.startsWith('(?<=', index))
    return { text: text.slice(index, index + 4), length: 4 }
  if (text.startsWith('(?P<', index)) return { text: '(?<', length: 4 }
  if (text.startsWith('(?i:', index)) return insensitiveAt(text, index)
  // The rules come from Python, where this is a quantifier.
  const atMost = /^\{,(\d+)\}/.exec(text.slice(index))
  if (atMost) return { text: `{0,${atMost[1]}}`, length: atMost[0].length }
  if (character === '{' && !/^\{\d+(?:,\d*)?\}/.test(text.slice(index))) return { text: '\\{', length: 1 }
  if (character === '{') {
    const quantifier = text.slice(index, text.indexOf('}', index) + 1)
    return { text: quantifier, length: quantifier.length }
  }
  if (character === '}' || character === ']') return { text: `\\${character}`, length: 1 }
  const whole = characterAt(text, index)
  return { text: escaped(whole), length: whole.length }
}

/** Rewrites `(?i:abc)` as `(?:[aA][bB][cC])`. Throws if it contains more than simple words. */
function insensitiveAt(text: string, index: number): Piece {
  const end = text.indexOf(')', index)
  const words = text.slice(index + 4, end)
  if (!/^[\w|[\]]*$/.test(words)) throw new Error(`cannot rewrite ${text}`)
  const both = (character: string) => `${character.toLowerCase()}${character.toUpperCase()}`
  const insensitive = words.replace(
    /\[\w+\]|[a-zA-Z]/g,
    (part) => `[${part.replace(/[a-zA-Z]/g, both).replace(/[[\]]/g, '')}]`,
  )
  return { text: `(?:${insensitive})`, length: end + 1 - index }
}

const WORD = '\\p{L}\\p{N}_'

function escapeAt(text: string, index: number): Piece {
  const next = text.charAt(index + 1)
  const piece = (written: string, length = 2) => ({ text: written, length })
  if (next === 'w') return piece(`[${WORD}]`)
  if (next === 'W') return piece(`[^${WORD}]`)
  if (next === 'A') return piece('(?<![^])')
  if (next === 'Z' || next === 'z') return piece('(?![^])')
  return simpleEscapeAt(text, index, /[\^$\\.*+?()[\]{}|/]/)
}

/** Rewrites an escape that means the same inside and outside of classes. */
function simpleEscapeAt(text: string, index: number, needed: RegExp): Piece {
  const next = text.charAt(index + 1)
  const rest = text.slice(index)
  const same = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[pP]\{[A-Za-z_]+\}|k<\w+>|[dDsSbBnrtfv])/.exec(rest)
  if (same) return { text: same[0], length: same[0].length }
  const octal = /^\\0[0-7]{0,2}/.exec(rest)
  if (octal) return { text: hex(parseInt(octal[0].slice(1), 8)), length: octal[0].length }
  if (/[1-9]/.test(next)) return { text: rest.slice(0, 2), length: 2 }
  if (next === 'a') return { text: '\\x07', length: 2 }
  if (next === 'e') return { text: '\\x1b', length: 2 }
  if (/[a-zA-Z]/.test(next)) throw new Error(`cannot rewrite \\${next} in ${text}`)
  return { text: needed.test(next) ? `\\${next}` : escaped(next), length: 2 }
}

/** Escapes tabs and line breaks, which the format uses. */
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (character: string) => ESCAPES[character] ?? character

/** Returns the character at a place, also one of two halves. */
const characterAt = (text: string, index: number) => String.fromCodePoint(text.codePointAt(index) ?? 0)

const hex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`

function classAt(text: string, start: number): Piece {
  let index = start + 1
  const negated = text.charAt(index) === '^'
  if (negated) index += 1
  const parts: string[] = []
  for (let first = true; first || text.charAt(index) !== ']'; first = false) {
    if (index >= text.length) throw new Error(`no end of a class in ${text}`)
    const part = classPartAt(text, index)
    parts.push(part.text)
    index += part.length
  }
  return { text: withoutDigits(negated, parts), length: index + 1 - start }
}

/** Lexers write `[^\W\d]` for a letter or an underscore. */
function withoutDigits(negated: boolean, parts: readonly string[]) {
  const notWord = parts.indexOf('\\W')
  if (!negated || notWord < 0) return `[${negated ? '^' : ''}${joined(parts)}]`
  const others = parts.toSpliced(notWord, 1)
  return others.length === 0 ? `[${WORD}]` : `(?![${joined(others)}])[${WORD}]`
}

/** A dash next to `\w` and its like is a dash. */
function joined(parts: readonly string[]) {
  return parts
    .map((part, at) => {
      const isRange =
        part === '-' && at > 0 && at < parts.length - 1 && isSingle(parts[at - 1]) && isSingle(parts[at + 1])
      return part === '-' && !isRange ? '\\-' : part
    })
    .join('')
}

const isSingle = (part = '') => [...part].length === 1 || (/^\\[^wWdDsSpP]/.test(part) && part !== WORD)

function classPartAt(text: string, index: number): Piece {
  const next = text.charAt(index + 1)
  const character = text.charAt(index)
  if (character !== '\\') {
    const whole = characterAt(text, index)
    return { text: /[[\]]/.test(whole) ? `\\${whole}` : escaped(whole), length: whole.length }
  }
  if (next === 'w') return { text: WORD, length: 2 }
  if (next === 'W') return { text: '\\W', length: 2 }
  if (next === 'b') return { text: '\\x08', length: 2 }
  return simpleEscapeAt(text, index, /[\^\\[\]-]/)
}
