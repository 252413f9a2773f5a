import type { BlockConstruct } from './block-construct'
import { firstLine, linesFrom } from './line-range'

/** Lines indented by four spaces. Blank lines between two such blocks belong to the code. */
export const indentedCode: BlockConstruct = {
  matches: (range) => firstLine(range).startsWith(INDENT),
  parse(range, { parent }) {
    let end = range.from
    const lines: string[] = []
    for (; end < range.to && (range.all[end] ?? '').startsWith(INDENT); end++) {
      lines.push((range.all[end] ?? '').slice(INDENT.length))
    }
    const last = lines.pop()
    if (last !== undefined) lines.push(last.trimEnd())
    const above = parent.children.at(-1)
    if (above?.kind === 'indented code') {
      for (let blankLine = 0; blankLine <= range.extraBlankLines; blankLine++) above.lines.push('')
      for (const line of lines) above.lines.push(line)
    } else parent.children.push({ kind: 'indented code', lines })
    return linesFrom(range, end)
  },
}

const INDENT = '    '
