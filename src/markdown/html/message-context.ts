import type { MessageReferences } from '../message-references'
import type { MarkdownSettings } from '../settings'
import type { OutputBudget } from './output-budget'

/** What the parser needs to parse any text of one message. Mentions found in the text are added to `references`. */
export type MessageContext = {
  settings: MarkdownSettings
  references: MessageReferences
  budget: OutputBudget
  /** The text is in a quote, so its mentions notify no user. */
  isQuoted: boolean
}
