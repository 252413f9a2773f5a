import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { messageOf } from '../../conversion/failure.ts'
import { ANSWERS_FILE, readJson, writeJson } from './files.ts'
import { Problem } from './problem.ts'
import { isHost, WORKERS_DEV } from './hosts.ts'

/** What the operator answered, and what the platform answered: ids and addresses. */
export type Answers = {
  host: string
  realm: string
  'realm-name'?: string
  'owner-email': string
  name: string
  jurisdiction?: string
  location?: string
  databases?: string
  account?: string
  backups?: string
  traces?: string
  vars: Record<string, unknown>
  database_id?: string
  more_database_ids?: (string | undefined)[]
  deployed_url?: string
}

export const USAGE = `npm run deploy -- --host chat.example.com --realm acme --owner-email ada@example.com

  --host          chat.example.com: one realm at this host. '*.example.com': each realm at its own host below
                  example.com. workers.dev: one realm at a host that the platform chooses
  --realm         the first realm: lowercase letters, digits and hyphens
  --realm-name    its displayed name (default: the name of the realm)
  --owner-email   the email address of its owner
  --name          the name of the Worker, the database and the bucket (default: parley)
  --jurisdiction  eu or fedramp: all data stays there. It cannot be changed later
  --location      weur, eeur, apac, oc, wnam or enam: the region of the database. Not with a jurisdiction
  --databases     how many databases the texts are in (default: 1). Each has at most 10 GB. A later deployment can have more
  --account       the id of the account, if the login has several
  --mail-from     the sender of emails, on a domain that the account may send for
  --backups       the name of a second bucket, in which each realm makes a copy each night
  --traces        the share of requests of which the platform records a trace, such as 0.01 (default: 0)
  --dry-run       only print what would be done

The answers are kept in deployment.json. Its "vars" change variables of docs/configuration.md.
DEPLOYMENT_SECRET in the environment is used if deployment.secrets.json does not have it.`

const text = { type: 'string' } as const
const OPTIONS = {
  host: text,
  realm: text,
  'realm-name': text,
  'owner-email': text,
  name: text,
  jurisdiction: text,
  location: text,
  databases: text,
  account: text,
  'mail-from': text,
  backups: text,
  traces: text,
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

const CHOICES = [
  { option: 'jurisdiction', choices: ['eu', 'fedramp'] },
  { option: 'location', choices: ['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam'] },
] as const
/** They decide where the data is, and what it is called. Another value would begin an empty deployment. */
const PERMANENT = ['name', 'jurisdiction', 'location'] as const

/** Returns the options of the command, and the answers of deployment.json with those of the command. */
export function readAnswers(args: readonly string[]) {
  const { 'dry-run': dryRun, help, ...given } = parse(args)
  const kept = readJson<Answers>(ANSWERS_FILE)
  for (const option of PERMANENT)
    if (kept.database_id !== undefined && given[option] !== undefined && given[option] !== kept[option])
      throw new Problem(`--${option} cannot be changed: the deployment exists with ${kept[option] ?? 'none'}`)
  if (given.databases !== undefined && Number(given.databases) < Number(kept.databases ?? 1))
    throw new Problem(`--databases cannot be less than ${kept.databases}: realms have texts there`)
  const answers: Partial<Answers> & { name: string; vars: Answers['vars']; 'mail-from'?: string } = {
    name: 'parley',
    vars: {},
    ...kept,
    ...given,
  }
  if (given['mail-from'] !== undefined) answers.vars = { ...answers.vars, MAIL_FROM: given['mail-from'] }
  delete answers['mail-from']
  return { options: { 'dry-run': dryRun, help }, answers }
}

/** Returns the answers of the deployment that exists, or undefined. */
export function deployedAnswers(): Answers | undefined {
  const kept = readJson<Answers>(ANSWERS_FILE)
  return kept.database_id === undefined ? undefined : { name: 'parley', ...kept, ...requiredIn(kept) }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new Problem(`${messageOf(error)}\n\n${USAGE}`)
  }
}

export const writeAnswers = (answers: Answers): void => writeJson(ANSWERS_FILE, answers)

const QUESTIONS = [
  { option: 'host', question: 'The host (chat.example.com, *.example.com, or workers.dev): ' },
  { option: 'realm', question: 'The name of the first realm (letters, digits, hyphens): ' },
  { option: 'owner-email', question: 'The email address of its owner: ' },
] as const

/** Asks for the answers that are missing. Throws a `Problem` if an answer is invalid, or missing without a terminal. */
export async function completeAnswers(given: Partial<Answers> & { name: string }): Promise<Answers> {
  // At workers.dev, the first label of the host is the name of the Worker, and the realm has the same name.
  const answers = given.host === WORKERS_DEV ? { realm: given.name, ...given } : { ...given }
  const missing = QUESTIONS.filter(({ option }) => answers[option] === undefined)
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new Problem(`These options are missing: ${missing.map(({ option }) => `--${option}`).join(', ')}\n\n${USAGE}`)
  if (missing.length > 0) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    for (const { option, question } of missing)
      if (answers[option] === undefined) {
        answers[option] = (await terminal.question(question)).trim()
        if (answers.host === WORKERS_DEV) answers.realm ??= answers.name
      }
    terminal.close()
  }
  const complete = { ...answers, ...requiredIn(answers) }
  const problems = problemsWith(complete)
  if (problems.length > 0) throw new Problem(problems.join('\n'))
  return complete
}

const requiredIn = ({ host = '', realm = '', 'owner-email': email = '', vars = {} }: Partial<Answers>) => ({
  host,
  realm,
  'owner-email': email,
  vars,
})

// The server accepts realm names of at most 40 characters.
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
const SHARE = /^(0|1|0?\.\d{1,6})$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/

/** Returns what is wrong with the answers, in words for the operator. */
export function problemsWith(answers: Answers): string[] {
  const problems: string[] = []
  if (!isHost(answers.host)) problems.push(`--host ${answers.host} is not a host, *.host or workers.dev`)
  if (!LABEL.test(answers.realm)) problems.push(`--realm ${answers.realm} is not a name of a realm`)
  if (!LABEL.test(answers.name)) problems.push(`--name ${answers.name} is not a name of a Worker`)
  if (answers.host === WORKERS_DEV && answers.realm !== answers.name)
    problems.push('At workers.dev the realm has the name of the Worker: give both the same name')
  if (answers.backups !== undefined && !BUCKET.test(answers.backups))
    problems.push(`--backups ${answers.backups} is not a name of a bucket`)
  if (answers.backups === answers.name) problems.push('--backups is another bucket than that for files')
  if (!SHARE.test(answers.traces ?? '0')) problems.push(`--traces ${answers.traces} is not a number from 0 to 1`)
  if (!/^[1-9]\d{0,2}$/.test(answers.databases ?? '1'))
    problems.push(`--databases ${answers.databases} is not a number from 1 to 999`)
  if (!/^[^@\s]+@[^@\s]+$/.test(answers['owner-email']))
    problems.push(`--owner-email ${answers['owner-email']} is not an email address`)
  for (const { option, choices } of CHOICES) {
    const answer = answers[option]
    if (answer !== undefined && !choices.some((choice) => choice === answer))
      problems.push(`--${option} is one of ${choices.join(', ')}`)
  }
  if (answers.jurisdiction !== undefined && answers.location !== undefined)
    problems.push('--location and --jurisdiction exclude each other')
  return problems
}
