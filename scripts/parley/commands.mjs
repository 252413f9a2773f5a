import { accountCommands } from './commands/account.mjs'
import { botCommands } from './commands/bots.mjs'
import { copyCommands } from './commands/copies.mjs'
import { exportCommands } from './commands/exports.mjs'
import { messageCommands } from './commands/messages.mjs'
import { realmCommands } from './commands/realms.mjs'
import { restoreCommands } from './commands/restores.mjs'
import { usageCommands } from './commands/usage.mjs'
import { userCommands } from './commands/users.mjs'
import { doctor } from './doctor/doctor.mjs'

/**
 * All commands. `name` is one or two words. `operands` are the words after it: `x?` is optional, and `x…` takes all others.
 * `needs` is `user` (the default), `deployment` or `nothing`. `run` returns what `--json` prints, `print` makes text of it, and `statusOf` returns the exit status.
 */
export const commands = [
  ...accountCommands,
  ...messageCommands,
  ...userCommands,
  ...botCommands,
  ...usageCommands,
  ...exportCommands,
  ...copyCommands,
  ...restoreCommands,
  ...realmCommands,
  doctor,
]
