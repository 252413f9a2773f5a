import katex from 'katex'
import { type OutputBudget, takeIfLeft } from '../html/output-budget'

/**
 * Returns a formula as HTML. Returns undefined if its TeX is wrong, if it defines a macro, or if the budget for
 * formulas is used up. KaTeX must not make links (`trust: false`). Its version is fixed: clients contain the style sheet
 * for the classes of that version.
 */
export function renderTex(tex: string, displayMode: boolean, budget: OutputBudget): string | undefined {
  if (!takeIfLeft(budget, 'tex', tex.length) || DEFINES_MACRO.test(tex)) return undefined
  const html = withoutWarnings(() => katexHtml(tex, displayMode))
  return html !== undefined && isSafe(html) && takeIfLeft(budget, 'generated', html.length) ? html : undefined
}

/**
 * With macros, each line of TeX can double the length of the formula: KaTeX limits how often it expands a macro, but not
 * the length of the result. Names with an `@` are internal macros of KaTeX, and some of them define macros.
 */
const DEFINES_MACRO = /\\(?:[a-zA-Z]*@|(?:[egx]?def|let|futurelet|newcommand|renewcommand|providecommand)(?![a-zA-Z]))/

function katexHtml(tex: string, displayMode: boolean): string | undefined {
  try {
    // Not strict: users of a chat type characters of other scripts, and `\\` within a line.
    return katex.renderToString(tex, { displayMode, throwOnError: true, strict: false, trust: false, maxSize: MAX_EM })
  } catch {
    // The TeX is wrong, or nested so deeply that the stack overflowed.
    return undefined
  }
}

const MAX_EM = 50

/** Formulas nested more deeply are not rendered: clients may read HTML recursively. */
const MAX_DEPTH = 100

/** Returns whether a message may contain the HTML. `\char` can make any character, also a character that HTML does not allow. */
const isSafe = (html: string) => html.isWellFormed() && !FORBIDDEN.test(html) && elementDepth(html) <= MAX_DEPTH

// oxlint-disable-next-line no-control-regex -- HTML does not allow these
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF]/

function elementDepth(html: string): number {
  let depth = 0
  let deepest = 0
  for (const { 0: tag } of html.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) deepest = Math.max(deepest, (depth += 1))
  }
  return deepest
}

/** Runs KaTeX without its warnings about unknown characters: authors could fill the log with them. */
function withoutWarnings<T>(render: () => T): T {
  const log: Pick<Console, 'warn'> = console
  const { warn } = log
  log.warn = () => undefined
  try {
    return render()
  } finally {
    log.warn = warn
  }
}
