import type { Construct } from './block'
import { after, firstLine } from './line-range'

/** Lines indented by four spaces. Empty lines between two such blocks are part of the code. */
export const indentedCode: Construct = {
  fits: (block) => firstLine(block).startsWith(INDENT),
  take(block, { parent }) {
    let end = block.from
    const lines: string[] = []
    for (; end < block.to && (block.all[end] ?? '').startsWith(INDENT); end++) {
      lines.push((block.all[end] ?? '').slice(INDENT.length))
    }
    const last = lines.pop()
    if (last !== undefined) lines.push(last.trimEnd())
    const above = parent.children.at(-1)
    if (above?.kind === 'indented code') {
      for (let blank = 0; blank <= block.extraBlanks; blank++) above.lines.push('')
      for (const line of lines) above.lines.push(line)
    } else parent.children.push({ kind: 'indented code', lines })
    return after(block, end)
  },
}

const INDENT = '    '
