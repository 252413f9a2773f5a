import { coloured } from '../code/highlight'
import { languageName } from '../code/language-names'
import { languageOfFirstLine } from '../code/language-of-first-line'
import { lexerOf } from '../code/lexers'
import { escapeLiteral } from '../escape'
import { type OutputBudget, takeIfLeft } from './output-budget'
import { type Element, block, inline } from './tree'

/**
 * A block of code. Clients take what colours it, what copies it and what runs it from this exact structure. A language
 * without a lexer is told to clients like any other.
 */
export function codeBlock(lines: readonly string[], language: string, budget: OutputBudget): Element {
  const attributes: Record<string, string> =
    language === '' ? { class: 'codehilite' } : { class: 'codehilite', 'data-code-language': languageName(language) }
  return block('div', attributes, [inline('pre', {}, [inline('span', {}, []), codeElement(lines, language, budget)])])
}

function codeElement(lines: readonly string[], language: string, budget: OutputBudget): Element {
  const source = `${withoutOuterBlanks(lines).join('\n')}\n`
  // Quotation marks are only escaped in code of no language, as clients that compare strings expect.
  const escape = language === '' ? escapeWithQuotes : escapeLiteral
  const lexer = lexerOf(languageName(language || (languageOfFirstLine(source) ?? '')))
  const html = lexer && takeIfLeft(budget, 'code', source.length) ? coloured(source, lexer, escape) : undefined
  const affordable = html !== undefined && takeIfLeft(budget, 'generated', html.length)
  return inline('code', {}, [{ html: affordable ? html : escape(source), source }])
}

const escapeWithQuotes = (text: string) => escapeLiteral(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')

function withoutOuterBlanks(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '')
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}
