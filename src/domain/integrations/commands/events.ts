import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { allCommands } from './storage'

export const commandShape = named(
  'Command',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    description: v.string(),
    usage_hint: v.string(),
    bot_id: v.number(),
  }),
)

type ListedCommand = v.InferOutput<typeof commandShape>

/** Returns the commands as all users see them: the address may contain a secret. */
export const listedCommands = (realm: ReadOnlyRealm): ListedCommand[] =>
  allCommands(realm).map(({ url: _, ...command }) => command)

export const commandsChanged = event<{ parley_commands: ListedCommand[] }>({
  type: 'parley_commands',
  summary: 'The slash commands of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  updates: 'parley_commands',
  fields: { parley_commands: v.array(commandShape) },
})

export const commandsState = stateSlice({
  fetchedFor: ['parley_commands'],
  fields: { parley_commands: v.array(commandShape) },
  read: (realm: ReadOnlyRealm) => ({ parley_commands: listedCommands(realm) }),
})
