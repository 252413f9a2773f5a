import { addBlankLinesBeforeLists } from './blank-lines-before-lists'

/**
 * Returns the lines of a message in the form that the parser expects: no carriage returns, no tabs, blank lines empty,
 * and none of the characters that the parser uses for tokens (see inlines/node-tokens.ts).
 */
export function sourceLines(content: string): string[] {
  const source = content.toWellFormed().replace(RESERVED, '').replace(/\r\n?/g, '\n')
  return addBlankLinesBeforeLists(source.split('\n')).map((line) => (/^ *$/.test(line) ? '' : expandTabs(line)))
}

// oxlint-disable-next-line no-control-regex -- HTML does not allow a NUL
const RESERVED = /[\u0000\uFDD0-\uFDEF]/g

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let column = 0
  let expanded = ''
  for (const character of line) {
    const width = character === '\t' ? TAB_STOP - (column % TAB_STOP) : 1
    expanded += character === '\t' ? ' '.repeat(width) : character
    column += width
  }
  return expanded.trim() === '' ? '' : expanded
}

const TAB_STOP = 4
