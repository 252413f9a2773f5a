import { escapeLiteral } from '../escape'
import { type Element, block, inline } from '../tree'
import { languageName } from './code-languages'

/**
 * A block of code. Clients take what colours it, what copies it and what runs it from this exact structure. The code is
 * not coloured yet: spans of colour would be written in `codeElement`, around text escaped as it is here.
 */
export function codeBlock(lines: readonly string[], language: string): Element {
  const attributes: Record<string, string> =
    language === '' ? { class: 'codehilite' } : { class: 'codehilite', 'data-code-language': languageName(language) }
  return block('div', attributes, [inline('pre', {}, [inline('span', {}, []), codeElement(lines, language)])])
}

/** Quotation marks are only escaped in code of no language, as clients that compare strings expect. */
function codeElement(lines: readonly string[], language: string): Element {
  const source = `${withoutOuterBlanks(lines).join('\n')}\n`
  const escaped = escapeLiteral(source)
  const html = language === '' ? escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;') : escaped
  return inline('code', {}, [{ html, source }])
}

function withoutOuterBlanks(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '')
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}
