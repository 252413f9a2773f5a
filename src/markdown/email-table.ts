/** The widest line that most mail programs show without a break. */
const MAX_LINE = 76

/** Returns a table as Markdown: aligned, if its lines are short enough, so that people read it in plain text. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const cells = rows.map((row) => Array.from({ length: columns }, (_, at) => cellText(row[at] ?? '')))
  const widths = Array.from({ length: columns }, (_, at) => Math.max(3, ...cells.map((row) => row[at]!.length)))
  const isNarrow = widths.reduce((sum, width) => sum + width + 3, 1) <= MAX_LINE
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (isNarrow ? cell.padEnd(widths[at]!) : cell)).join(' | ')} |`
  const [head = [], ...others] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(isNarrow ? width : 3))), ...others.map(line)].join('\n')
}

const cellText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')

/** Returns code with a fence that is longer than those in it. */
export function codeText(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code.replace(/\n$/, '')}\n${fence}\n`
}
