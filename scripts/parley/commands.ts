import { accountCommands } from './commands/account.ts'
import { botCommands } from './commands/bots.ts'
import { copyCommands } from './commands/copies.ts'
import { exportCommands } from './commands/exports.ts'
import { messageCommands } from './commands/messages.ts'
import { realmCommands } from './commands/realms.ts'
import { restoreCommands } from './commands/restores.ts'
import { usageCommands } from './commands/usage.ts'
import { userCommands } from './commands/users.ts'
import { doctor } from './doctor/doctor.ts'

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
