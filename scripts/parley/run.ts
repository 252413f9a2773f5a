import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { Failure as AnyFailure, messageOf } from '../../conversion/failure.ts'
import { Refused } from '../api-client.ts'
import { clientFor, DryRun } from './client.ts'
import type { Command } from './command.ts'
import { completionFor } from './completion.ts'
import { Failure, FAILED, USED_WRONGLY } from './failure.ts'
import { helpFor, helpForAll } from './help.ts'

const COMMON_OPTIONS = {
  url: { type: 'string' },
  zuliprc: { type: 'string' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** Runs a command, prints its result, and returns the exit status. Results go to stdout, everything else to stderr. */
export async function runCommand(commands: readonly Command[], args: readonly string[]): Promise<number> {
  try {
    return await run(commands, args)
  } catch (error) {
    if (error instanceof DryRun) return 0
    if (error instanceof AnyFailure) return report(error.message, 'status' in error ? Number(error.status) : FAILED)
    if (error instanceof Refused) return report(error.message, FAILED)
    if (error instanceof TypeError && error.cause instanceof Error)
      return report(`The server did not answer: ${error.cause.message}`, FAILED)
    throw error
  }
}

function report(message: string, status: number) {
  console.error(message)
  return status
}

async function run(commands: readonly Command[], args: readonly string[]) {
  if (args[0] === 'completion') return print(completionFor(args[1], commands, Object.keys(COMMON_OPTIONS)))
  const command = findCommand(commands, args)
  if (command === undefined) {
    const isHelp = args.every((word) => ['--help', '-h', 'help'].includes(word))
    if (!isHelp)
      throw new Failure(
        `There is no command ${args.join(' ')}. npm run parley -- --help lists the commands.`,
        USED_WRONGLY,
      )
    return print(helpForAll(commands))
  }
  const { values, positionals } = parse(command, args.slice(command.name.split(' ').length))
  if (values.help) return print(helpFor(command))
  const names = command.operands ?? []
  const required = names.filter((name) => !name.endsWith('?') && !name.endsWith('…'))
  const isOpen = names.at(-1)?.endsWith('…') ?? false
  if (positionals.length < required.length || (!isOpen && positionals.length > names.length))
    throw new Failure(`Usage: ${helpFor(command)}`, USED_WRONGLY)
  const result = await command.run({ ...clientFor(command, values), options: values, operands: positionals })
  if (result === undefined) return 0
  print(values.json || command.print === undefined ? JSON.stringify(result, null, 2) : command.print(result))
  return command.statusOf?.(result) ?? 0
}

function print(text: string) {
  console.log(text)
  return 0
}

/** Returns the command whose words the arguments begin with: the longest of them. */
function findCommand(commands: readonly Command[], args: readonly string[]) {
  const fits = commands.filter(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  return fits.sort((a, b) => b.name.length - a.name.length)[0]
}

function parse({ options = {} }: Command, args: string[]) {
  const own = Object.fromEntries(Object.entries(options).map(([name, { type = 'string' }]) => [name, { type }]))
  try {
    return parseArgs({ args, options: { ...COMMON_OPTIONS, ...own }, allowPositionals: true })
  } catch (error) {
    throw new Failure(messageOf(error), USED_WRONGLY)
  }
}
