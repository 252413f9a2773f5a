import type { Client } from '../client/client'
import type { CommandChoice } from './commands'
import { singleButtons } from './single-buttons'

/** Returns a command for each button in sight, so that a new button has one without a further line. */
export function buttonCommands({ environment: { root } }: Client): CommandChoice[] {
  const commands = new Map<string, CommandChoice>()
  for (const button of singleButtons(root)) {
    const [, name = '', keys] = NAME_AND_KEY.exec((button.ariaLabel ?? button.textContent ?? '').trim()) ?? []
    if (name === '' || commands.has(name)) continue
    const sign = () => button.querySelector('.i')?.cloneNode(true)
    commands.set(name, { name, detail: '', sign, ...(keys !== undefined && { keys }), run: () => button.click() })
  }
  return [...commands.values()]
}

/** Some names end with a key: “Close (Esc)”. */
const NAME_AND_KEY = /^(.+?)(?: \((.{1,12})\))?$/s
