import katex from 'katex'
import { type OutputBudget, takeIfLeft } from '../html/output-budget'

/**
 * A formula as HTML, or nothing if it cannot be typeset: because it is wrong, because it would define something, or
 * because the message has asked for too much already. The engine is given no say in where anything links to (`trust`),
 * and its classes are those of the style sheet that clients bring along, so its version is one of the API's facts.
 */
export function typeset(tex: string, displayMode: boolean, budget: OutputBudget): string | undefined {
  if (!takeIfLeft(budget, 'tex', tex.length) || DEFINES.test(tex)) return undefined
  const html = quietly(() => markup(tex, displayMode))
  return html !== undefined && isSound(html) && takeIfLeft(budget, 'generated', html.length) ? html : undefined
}

/**
 * A formula that defines macros can double what it says with each one, in a line of TeX: the engine counts how often
 * it expands one, but not into how much. Names with an `@` are the engine's own, and some of them define others.
 */
const DEFINES = /\\(?:[a-zA-Z]*@|(?:[egx]?def|let|futurelet|newcommand|renewcommand|providecommand)(?![a-zA-Z]))/

function markup(tex: string, displayMode: boolean): string | undefined {
  try {
    // Not strict: what LaTeX would frown on (letters of other scripts, `\\` in a line) is what people type in a chat.
    return katex.renderToString(tex, { displayMode, throwOnError: true, strict: false, trust: false, maxSize: MAX_EM })
  } catch {
    // What the author got wrong, or nested so deeply that the stack was not deep enough.
    return undefined
  }
}

const MAX_EM = 50

/** Elements within elements beyond this are not shown: a reader of HTML may be recursive. */
const MAX_DEPTH = 100

/** Whether all of it may stand in a message: `\char` names any character there is, and some that are none. */
const isSound = (html: string) => html.isWellFormed() && !FORBIDDEN.test(html) && depthOf(html) <= MAX_DEPTH

// oxlint-disable-next-line no-control-regex -- these have no place in HTML
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF]/

function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const { 0: tag } of html.matchAll(/<[^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) deepest = Math.max(deepest, (depth += 1))
  }
  return deepest
}

/** The engine warns about each character it has no measures of; an author could fill our log with what they wrote. */
function quietly<T>(work: () => T): T {
  const log: Pick<Console, 'warn'> = console
  const { warn } = log
  log.warn = () => undefined
  try {
    return work()
  } finally {
    log.warn = warn
  }
}
