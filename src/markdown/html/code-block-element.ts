import { highlightCode } from '../code/highlight'
import { languageName } from '../code/language-names'
import { languageOfFirstLine } from '../code/language-of-first-line'
import { findLexer } from '../code/lexers'
import { escapeLiteral } from '../escape'
import { type OutputBudget, takeIfLeft } from './output-budget'
import { type Element, blockElement, inlineElement } from './tree'

/**
 * Returns a block of code. Clients depend on this exact structure to style, copy and run the code. The language is in an
 * attribute even if it has no lexer.
 */
export function codeBlockElement(lines: readonly string[], language: string, budget: OutputBudget): Element {
  const attributes: Record<string, string> =
    language === '' ? { class: 'codehilite' } : { class: 'codehilite', 'data-code-language': languageName(language) }
  return blockElement('div', attributes, [
    inlineElement('pre', {}, [inlineElement('span', {}, []), codeElement(lines, language, budget)]),
  ])
}

function codeElement(lines: readonly string[], language: string, budget: OutputBudget): Element {
  const source = `${withoutOuterBlankLines(lines).join('\n')}\n`
  // Zulip escapes quotation marks only in code without a language, and clients' tests compare strings.
  const escape = language === '' ? escapeWithQuotes : escapeLiteral
  const lexer = findLexer(languageName(language || (languageOfFirstLine(source) ?? '')))
  const html = lexer && takeIfLeft(budget, 'code', source.length) ? highlightCode(source, lexer, escape) : undefined
  const isHighlighted = html !== undefined && takeIfLeft(budget, 'generated', html.length)
  return inlineElement('code', {}, [{ html: isHighlighted ? html : escape(source), source }])
}

const escapeWithQuotes = (text: string) => escapeLiteral(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')

function withoutOuterBlankLines(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '')
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}
