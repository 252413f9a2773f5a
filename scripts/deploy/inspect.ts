import process from 'node:process'
import { askAt, Refused } from '../api-client.ts'
import type { Answers } from './answers.ts'
import { inspectDatabases } from './databases.ts'
import { readJson, SECRETS_FILE } from './files.ts'
import { realmUrlOf } from './hosts.ts'
import { Problem } from './problem.ts'
import { jsonIn, runWrangler, wranglerFor } from './wrangler.ts'

export type RealmState = 'missing' | 'exists' | 'unreachable'

/** Secrets by their names. */
export type Secrets = Record<string, string | undefined>

/** What exists. A Worker that does not exist has no secrets. */
export type Found = {
  databases: Map<string, string>
  hasBucket: boolean
  hasBackups: boolean
  secrets: string[] | undefined
  keptSecrets: Secrets
  realm: RealmState
}

/**
 * Returns what exists already, without a change: the databases, the bucket, the names of the Worker's secrets and the realm.
 * Writes the account into the answers if there is only one.
 */
export async function inspect(answers: Answers): Promise<Found> {
  answers.account ??= await theOnlyAccount()
  const wrangler = wranglerFor(answers)
  return {
    databases: await inspectDatabases(answers, wrangler),
    hasBucket: await hasBucket(answers, answers.name),
    // A deployment without nightly copies needs no second bucket.
    hasBackups: answers.backups === undefined || (await hasBucket(answers, answers.backups)),
    secrets: await secretsOf(answers),
    keptSecrets: keptSecrets(),
    realm: await stateOfRealm(realmUrlOf(answers)),
  }
}

async function theOnlyAccount() {
  const { status, output } = await runWrangler(['whoami', '--json'])
  if (status !== 0) throw new Problem('You are not logged in to Cloudflare. Run: npx wrangler login')
  const { accounts } = jsonIn<{ accounts: { id: string; name: string }[] }>(output)
  const [only] = accounts
  if (accounts.length === 1 && only) return only.id
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new Problem(`Choose an account with --account:\n${list}`)
}

async function hasBucket({ account, jurisdiction }: Answers, name: string) {
  const place = jurisdiction === undefined ? [] : ['--jurisdiction', jurisdiction]
  const { status, output } = await runWrangler(['r2', 'bucket', 'info', name, '--json', ...place], account)
  if (status === 0) return true
  if (/does not exist|not found|10006/i.test(output)) return false
  throw new Problem(`wrangler r2 bucket info ${name} failed:\n\n${output}`)
}

/** A Worker that does not exist has no secrets. */
async function secretsOf({ name, account }: Answers) {
  const { status, output } = await runWrangler(['secret', 'list', '--name', name, '--format', 'json'], account)
  if (status === 0) return jsonIn<{ name: string }[]>(output).map((secret) => secret.name)
  if (/not found|does not exist|10007/i.test(output)) return undefined
  throw new Problem(`wrangler secret list failed:\n\n${output}`)
}

/** Returns the secrets of earlier deployments from this folder. The environment comes first. */
function keptSecrets(): Secrets {
  const { DEPLOYMENT_SECRET } = process.env
  return { ...readJson<Secrets>(SECRETS_FILE), ...(DEPLOYMENT_SECRET ? { DEPLOYMENT_SECRET } : {}) }
}

/** Returns `missing`, `exists` or `unreachable`. */
export async function stateOfRealm(url: string | undefined): Promise<RealmState> {
  if (url === undefined) return 'unreachable'
  try {
    await askAt(url)('GET /server_settings')
    return 'exists'
  } catch (error) {
    return error instanceof Refused && error.code === 'NONEXISTENT_SUBDOMAIN' ? 'missing' : 'unreachable'
  }
}
