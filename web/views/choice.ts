import type { Card } from '../routes/card'
import type { Route } from '../routes/route'
import type { CommandChoice } from './commands'

/** An entry of the list: a place that opens, or a command that runs. */
export type Choice = Omit<CommandChoice, 'run'> & {
  to?: Route | undefined
  card?: Card | undefined
  choose: () => void
}
export type ChoiceGroup = { title: string; choices: Choice[] }
