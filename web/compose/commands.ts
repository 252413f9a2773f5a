import type { Client } from '../client/client'
import type * as wire from '../../client-state/wire'
import { SERVER_COMMANDS } from './server-commands'

/** A command that runs and is no message. Those of the organization have an id. */
export type Command = { name: string; text: string; command_id?: number }

const COMMAND = /^\/([a-z0-9][\w-]*)(?:\s+([^]*))?$/

/** Returns the command that a content runs; undefined if the content is a message. */
export function commandIn(client: Client, content: string): Command | undefined {
  const [, name, text = ''] = COMMAND.exec(content) ?? []
  if (name === undefined) return undefined
  const own = organizationCommands(client).find((command) => command.name === name)
  if (own !== undefined) return { name, text, command_id: own.id }
  return text === '' && SERVER_COMMANDS.includes(name) ? { name, text } : undefined
}

export const organizationCommands = ({ store }: Client): readonly wire.Command[] => store.state.parley_commands
