import type { OutputBudget } from '../html/output-budget'
import type { Node } from '../html/tree'
import type { MarkdownSettings } from '../settings'
import type { Marks } from '../template'
import type { Held } from './node-tokens'

/**
 * One inline construct: takes a text, holds apart what it recognises, and answers the text with tokens in place of
 * that. Working from text to text, it is tried on the whole text before any weaker construct sees it.
 */
export type Rung = (text: string, at: Position) => string

export type Position = {
  scope: Scope
  held: Held
  /** Parses what a construct contains, which is only looked through for weaker ones. */
  weaker: (text: string) => Node[]
}

/** What a text is parsed for, and where what it implies is noted. */
export type Scope = {
  settings: MarkdownSettings
  marks: Marks
  budget: OutputBudget
  /** Inside a quote nobody is notified. */
  quoted: boolean
}
