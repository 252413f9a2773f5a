import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import type { User } from '../users/user'
import { changeSettings } from './actions'
import type { UserSettings } from './settings'

/** What clients let people type in place of a message, to change how they see things. */
type Command = { wanted: Partial<UserSettings>; becomes: string; back: string }

const COMMANDS: Record<string, Command> = {
  dark: { wanted: { color_scheme: 2 }, becomes: 'the dark theme', back: 'light' },
  light: { wanted: { color_scheme: 3 }, becomes: 'the light theme', back: 'dark' },
  'fluid-width': { wanted: { fluid_layout_width: true }, becomes: 'the full width', back: 'fixed-width' },
  'fixed-width': { wanted: { fluid_layout_width: false }, becomes: 'a fixed width', back: 'fluid-width' },
}

export const noSuchCommand = badRequest((f: { command: string }) => `No such command: ${f.command}`)

/** Does what is typed, and answers what is to be said to whoever typed it. */
export function obey(realm: Realm, actor: User, typed: string): string {
  const name = typed.replace(/^\//, '')
  if (name === 'ping') return ''
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw noSuchCommand({ command: name })
  const changes = changeSettings(realm, actor, command.wanted)
  if (changes.length === 0) return `You have ${command.becomes} already.`
  return `You have ${command.becomes} from here on. To go back, type \`/${command.back}\`.`
}
