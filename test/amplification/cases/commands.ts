import { newBotOf } from '../../support/bots'
import { succeeded } from '../../support/person'
import type { Case, Cases } from '../case'
import type { World } from '../world'

let count = 0

const newCommand = async ({ cast }: World) => {
  const name = `command-${++count}`
  const bot = await newBotOf(cast.ada, { short_name: name, full_name: name })
  return { name, bot_id: bot.id, url: 'https://receiver.example.com/command' }
}

const ofCommand: Case = async (world) => {
  const { id } = succeeded(await world.cast.ada.post('/parley/commands', await newCommand(world)))
  return { fields: { command_id: id } }
}

export const commandCases: Cases = {
  'POST /parley/commands': async (world) => ({ fields: await newCommand(world) }),
  'POST /parley/commands/:command_id/secret': ofCommand,
  'DELETE /parley/commands/:command_id': ofCommand,
  // No request leaves this machine, so no command runs.
  'POST /parley/commands/:command_id/run': () => ({ fields: { command_id: 999_999 }, expected: 400 }),
  // Without a run there is no token.
  'POST site:/commands/:token': () => ({ fields: { token: 'unknown' }, body: '{"text":"done"}', expected: 404 }),
}
