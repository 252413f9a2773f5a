import type { Command } from './command.ts'
import { accountCommands } from './commands/account.ts'
import { auditCommands } from './commands/audit.ts'
import { botCommands } from './commands/bots.ts'
import { copyCommands } from './commands/copies.ts'
import { discoveryCommands } from './commands/discovery.ts'
import { exportCommands } from './commands/exports.ts'
import { messageCommands } from './commands/messages.ts'
import { pushCommands } from './commands/push.ts'
import { realmCommands } from './commands/realms.ts'
import { rehearsalCommands } from './commands/rehearsals.ts'
import { restoreCommands } from './commands/restores.ts'
import { usageCommands } from './commands/usage.ts'
import { userCommands } from './commands/users.ts'
import { doctor } from './doctor/doctor.ts'

export const commands: Command[] = [
  ...accountCommands,
  ...messageCommands,
  ...userCommands,
  ...botCommands,
  ...usageCommands,
  ...exportCommands,
  ...auditCommands,
  ...discoveryCommands,
  ...copyCommands,
  ...restoreCommands,
  ...rehearsalCommands,
  ...realmCommands,
  ...pushCommands,
  doctor,
]
