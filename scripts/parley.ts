// npm run parley -- --help      lists the commands
//
// The exit status is 0 after success, 1 after an error, 2 if the command is written wrongly, and 4 without a login or a secret.

import './localhost-names.ts'
import process from 'node:process'
import { commands } from './parley/commands.ts'
import { runCommand } from './parley/run.ts'

process.exitCode = await runCommand(commands, process.argv.slice(2))
