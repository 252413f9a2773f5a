// Takes source files apart into the texts that the language check reads: identifiers and prose.
// Wire names and content are in quoted strings, so a string is prose only where it is a sentence of ours.

const IDENTIFIER = /[\p{L}_$#][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const PIECE_OF_TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))+/y
const SPACE = /\s+/y

const KEYWORDS_BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'await', 'throw'])

/** An identifier or a piece of prose, and where it is. */
export type SourceText = { kind: 'identifier' | 'prose'; text: string; index: number }

/**
 * The identifiers and the prose of a TypeScript or JavaScript file, as `{ kind, text, index }`.
 * `isSentence(text, before)` decides whether a string is prose; `before` is the code in front of it.
 */
export function textsOfCode(source: string, isSentence: (text: string, before: string) => boolean): SourceText[] {
  const texts: SourceText[] = []
  const braces: ('block' | 'template' | 'tagged template')[] = [] // for each open brace: whether it is that of a `${` in a template
  let last = '' // the token before, which decides whether a slash divides
  let at = 0

  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match === null) return undefined
    at = pattern.lastIndex
    return match[0]
  }
  const addString = (text: string, index: number) => {
    if (isSentence(text, source.slice(Math.max(0, index - 60), index))) texts.push({ kind: 'prose', text, index })
  }
  const takeTemplate = (isTagged: boolean) => {
    while (at < source.length) {
      const index = at
      const piece = take(PIECE_OF_TEMPLATE)
      if (piece !== undefined && !isTagged) addString(piece, index)
      if (source[at] === '`') return void at++
      if (source.startsWith('${', at)) {
        at += 2
        return void braces.push(isTagged ? 'tagged template' : 'template')
      }
    }
  }

  const takeSign = (sign: string) => {
    at++
    if (sign === '{') braces.push('block')
    else if (sign === '}') {
      const brace = braces.pop()
      if (brace !== undefined && brace !== 'block') takeTemplate(brace === 'tagged template')
    } else if (sign === '`') takeTemplate(/^[\p{L}_$)>\]]/u.test(last) && !KEYWORDS_BEFORE_REGEX.has(last))
  }

  while (at < source.length) {
    const index = at
    const character = source.charAt(at)
    if (character <= ' ') {
      take(SPACE)
    } else if (character === '/' && /[/*]/.test(source.charAt(at + 1))) {
      texts.push({ kind: 'prose', text: take(COMMENT) ?? '', index })
    } else if (character === '/' && isBeforeRegex(last) && take(REGEX) !== undefined) {
      last = 'regex'
    } else if (character === "'" || character === '"') {
      addString((take(STRING) ?? '').slice(1, -1), index + 1)
      last = 'string'
    } else if (character >= '0' && character <= '9') {
      last = take(NUMBER) ?? ''
    } else {
      const name = take(IDENTIFIER)
      if (name !== undefined) texts.push({ kind: 'identifier', text: name, index })
      else takeSign(character)
      last = name ?? character
    }
    if (at === index) at++ // a sign, or text that is no code
  }
  return texts
}

const isBeforeRegex = (last: string) => !/^[\p{L}\p{N}_$)\]}]/u.test(last) || KEYWORDS_BEFORE_REGEX.has(last)

/** The prose of a Markdown file: all but code and addresses of links. Positions stay as they are. */
export const textsOfMarkdown = (source: string): SourceText[] => [
  { kind: 'prose', index: 0, text: source.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)/gm, blanked) },
]

/** The comments and the names of a SQL file. */
export const textsOfSql = (source: string): SourceText[] =>
  [...source.matchAll(/(--[^\n]*)|('[^']*')|([A-Za-z_]\w*)/g)].flatMap(({ 0: text, 1: comment, 2: string, index }) => {
    if (string !== undefined) return []
    return [{ kind: comment === undefined ? 'identifier' : 'prose', text, index }]
  })

/** The comments of a file whose comments begin with `#`. */
export const textsOfToml = (source: string): SourceText[] =>
  [...source.matchAll(/#[^\n]*/g)].map(({ 0: text, index }) => ({ kind: 'prose', text, index }))

const blanked = (text: string) => text.replaceAll(/[^\n]/g, ' ')
