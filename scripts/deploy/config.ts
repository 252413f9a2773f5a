import type { Answers } from './answers.ts'
import { databasesOf, type Database } from './database-list.ts'
import { hasHostForEachRealm, rootHostOf, WORKERS_DEV } from './hosts.ts'
import { Problem } from './problem.ts'

/** Returns the text of wrangler.toml for a deployment: with its names, hosts, variables and databases. */
export function configFor(toml: string, answers: Answers): string {
  const { name, jurisdiction, account } = answers
  let text = toml
  const replace = (from: string, to: string) => {
    const parts = text.split(from)
    if (parts.length !== 2)
      throw new Problem(`wrangler.toml must contain ${from} once, but has it ${parts.length - 1} times`)
    text = parts.join(to)
  }
  const top = [account === undefined ? '' : `account_id = ${quoted(account)}\n`, routesFor(answers)].join('')
  replace('name = "parley"\nmain = ', `name = ${quoted(name)}\n${top}main = `)
  const [first, ...others] = databasesOf(answers)
  if (first === undefined) throw new Error('A deployment has a database')
  replace('database_name = "parley"', `database_name = ${quoted(first.name)}`)
  replace('database_id = "00000000-0000-0000-0000-000000000001"', `database_id = ${quoted(first.id)}`)
  const folder = 'migrations_dir = "migrations/d1"\n'
  // While a step creates them, the databases after it have no id yet.
  replace(folder, [folder, ...others.filter(({ id }) => id !== undefined).map(tableOf)].join(''))
  const bucket = `bucket_name = ${quoted(name)}`
  replace('bucket_name = "parley"', jurisdiction ? `${bucket}\njurisdiction = ${quoted(jurisdiction)}` : bucket)
  if (answers.backups !== undefined) text += backupsFor(answers)
  if (Number(answers.traces ?? 0) > 0) text += tracesFor(answers)
  const variables = variablesFor(answers)
  if (variables.MAIL_FROM) replace('# [[send_email]]\n# name = "EMAIL"', '[[send_email]]\nname = "EMAIL"')
  for (const [variable, value] of Object.entries(variables)) text = withVariable(text, variable, value)
  return text
}

const backupsFor = ({ backups, jurisdiction }: Answers) => `
[[r2_buckets]]
binding = "BACKUPS"
bucket_name = ${quoted(backups)}
${jurisdiction === undefined ? '' : `jurisdiction = ${quoted(jurisdiction)}\n`}`

const tracesFor = ({ traces }: Answers) => `
[observability.traces]
enabled = true
head_sampling_rate = ${Number(traces)}
`

const tableOf = ({ binding, name, id }: Database) => `
[[d1_databases]]
binding = ${quoted(binding)}
database_name = ${quoted(name)}
database_id = ${quoted(id)}
migrations_dir = "migrations/d1"
`

function routesFor(answers: Answers) {
  if (answers.host === WORKERS_DEV) return ''
  const root = rootHostOf(answers)
  return hasHostForEachRealm(answers)
    ? `routes = ["*.${root}/*"]\n`
    : `routes = [{ pattern = ${quoted(root)}, custom_domain = true }]\n`
}

const variablesFor = (answers: Answers): Record<string, unknown> => ({
  ...(answers.host === WORKERS_DEV ? {} : { ROOT_HOST: rootHostOf(answers) }),
  DEFAULT_REALM: hasHostForEachRealm(answers) || answers.host === WORKERS_DEV ? '' : answers.realm,
  ...answers.vars,
})

/** Returns the text with the variable of `[vars]` changed, or added at its beginning. */
function withVariable(text: string, variable: string, value: unknown) {
  const line = `${variable} = ${quoted(String(value))}`
  const old = new RegExp(`^${variable} = .*$`, 'm')
  if (old.test(text)) return text.replace(old, () => line)
  return text.replace('[vars]\n', () => `[vars]\n${line}\n`)
}

// The characters that JSON escapes, TOML escapes in the same way.
const quoted = (value: string | undefined) => JSON.stringify(value)
