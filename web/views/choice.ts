import type { Card } from '../routes/card'
import type { Route } from '../routes/route'
import type { CommandChoice } from './commands'

/** An entry of the list: a place that opens, or a command that runs. */
export type Choice = Omit<CommandChoice, 'run'> & {
  to?: Route | undefined
  /** A choice has no route if it opens a card. The list tells two choices of the same name apart by it. */
  card?: Card | undefined
  choose: () => void
}
export type ChoiceGroup = { title: string; choices: Choice[] }
