import { withHangingLists } from './blank-lines-before-lists'

/**
 * The lines of a message, in the one form the rest of the parser expects: no carriage returns, no tabs, nothing on
 * lines that look empty, and none of the characters the parser uses for its own marks (see syntax/held.ts).
 */
export function sourceLines(content: string): string[] {
  const source = content.toWellFormed().replace(RESERVED, '').replace(/\r\n?/g, '\n')
  return withHangingLists(source.split('\n')).map((line) => (/^ *$/.test(line) ? '' : withoutTabs(line)))
}

// oxlint-disable-next-line no-control-regex -- a NUL is not allowed in HTML
const RESERVED = /[\u0000\uFDD0-\uFDEF]/g

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  let column = 0
  let spaced = ''
  for (const character of line) {
    const width = character === '\t' ? TAB_STOP - (column % TAB_STOP) : 1
    spaced += character === '\t' ? ' '.repeat(width) : character
    column += width
  }
  return spaced.trim() === '' ? '' : spaced
}

const TAB_STOP = 4
