import type { Realm } from '../../../realm'
import { badRequest } from '../../../api/errors'
import type { User } from '../users/user'
import { changeSettings } from './actions'
import type { UserSettings } from './settings'

/** A command that users type instead of a message to change a display setting. */
type Command = { settings: Partial<UserSettings>; result: string; inverse: string }

const COMMANDS: Record<string, Command> = {
  dark: { settings: { color_scheme: 2 }, result: 'the dark theme', inverse: 'light' },
  light: { settings: { color_scheme: 3 }, result: 'the light theme', inverse: 'dark' },
  'fluid-width': { settings: { fluid_layout_width: true }, result: 'the full width', inverse: 'fixed-width' },
  'fixed-width': { settings: { fluid_layout_width: false }, result: 'a fixed width', inverse: 'fluid-width' },
}

export const noSuchCommand = badRequest((f: { command: string }) => `No such command: ${f.command}`)

/** Runs the command, and returns the text that the client shows to the user. Throws `noSuchCommand`. */
export function executeCommand(realm: Realm, actor: User, text: string): string {
  const name = text.replace(/^\//, '')
  if (name === 'ping') return ''
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw noSuchCommand({ command: name })
  const changes = changeSettings(realm, actor, command.settings)
  if (changes.length === 0) return `You already have ${command.result}.`
  return `You now have ${command.result}. To go back, type \`/${command.inverse}\`.`
}
