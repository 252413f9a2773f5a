import type { Client } from '../client/client'
import type { CommandChoice } from './commands'
import { singleButtons } from './single-buttons'

/** Returns a command for each button in sight, so that a new button has one without a further line. */
export function buttonCommands({ environment: { root } }: Client): CommandChoice[] {
  const commands = new Map<string, CommandChoice>()
  for (const button of singleButtons(root)) {
    const name = (button.ariaLabel ?? button.textContent ?? '').trim()
    if (name !== '') commands.set(name, { name, icon: 'more', run: () => button.click() })
  }
  return [...commands.values()]
}
