import type { Command } from './command.ts'

const COMMON = `  --url       the address of the realm (default: the site of the zuliprc)
  --zuliprc   the file with your email address, API key and site (default: ZULIP_CONFIG, or ~/.zuliprc)
  --json      print JSON
  --dry-run   print the requests that would change something, and do not send them`

export function helpForAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`)
  return `npm run parley -- COMMAND

${lines.join('\n')}
  ${'completion bash|zsh|fish'.padEnd(width)}  Prints the completions for a shell.

${COMMON}

Commands that need the secret of the deployment read DEPLOYMENT_SECRET from the environment, or from deployment.secrets.json.`
}

export function helpFor(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { summary }]) => `  --${name.padEnd(16)}${summary}`)
  return [`npm run parley -- ${usageOf(command)}`, '', command.summary, '', ...options, COMMON].join('\n')
}

const usageOf = ({ name, operands = [] }: Command) =>
  [name, ...operands.map((operand) => operand.toUpperCase())].join(' ')
