import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { askWithSecret, Refused } from '../api-client.ts'
import type { Answers } from './answers.ts'
import { newPushKeys } from '../push-keys.mjs'
import { BUNDLE_VARIABLE, hashOfBuild } from './bundle.ts'
import { CONFIG, withConfig } from './config-file.ts'
import { databaseSteps, type Step } from './databases.ts'
import { SECRETS_FILE, writeJson } from './files.ts'
import { hasHostForEachRealm, realmUrlOf, rootHostOf, WORKERS_DEV } from './hosts.ts'
import { stateOfRealm, type Found, type Secrets } from './inspect.ts'
import { Problem } from './problem.ts'
import { wranglerFor, type Wrangler } from './wrangler.ts'

/** The secrets that a deployment creates for itself. An existing secret is never replaced. */
export const OWN_SECRETS = ['DEPLOYMENT_SECRET', 'ENCRYPTION_SECRET', 'WEB_PUSH_KEYS']

/** Returns the steps that are necessary, in order. Each has a title for the operator. A step changes `answers`. */
export function stepsFor(answers: Answers, found: Found): Step[] {
  refuseLostParts(answers, found)
  const wrangler = wranglerFor(answers)
  const missing = OWN_SECRETS.filter((name) => !(found.secrets ?? []).includes(name))
  const ofDatabases = databaseSteps(answers, found.databases, { wrangler, place, placeInWords })
  const [creations, migrations] = [ofDatabases.slice(0, -1), ofDatabases.at(-1)]
  return [
    ...creations,
    !found.hasBucket && createBucket(answers, wrangler, answers.name, 'for files'),
    !found.hasBackups && createBucket(answers, wrangler, answers.backups ?? '', 'for nightly copies'),
    migrations,
    deployWorker(answers, found, wrangler, missing),
    found.realm !== 'exists' && createRealm(answers, found),
  ].filter((step) => step !== false && step !== undefined)
}

/** A Worker that exists has a database and a bucket. New empty ones would hide that the data is lost, or somewhere else. */
function refuseLostParts({ name }: Answers, { databases, hasBucket, secrets }: Found) {
  if (secrets === undefined) return
  const lost = [
    ...(databases.has(name) ? [] : [`the database ${name}`]),
    ...(hasBucket ? [] : [`the bucket ${name}, which has its files`]),
  ]
  if (lost.length === 0) return
  throw new Problem(
    `The Worker ${name} exists, but the account does not have ${lost.join(' and ')}.
Nothing was changed. Look at --account and --jurisdiction first: they may name another place.
If the data is lost, docs/restoring.md says how to bring it back. To begin with an empty place, create it yourself, and repeat:
${databases.has(name) ? '' : `  npx wrangler d1 create ${name}\n`}${hasBucket ? '' : `  npx wrangler r2 bucket create ${name}\n`}`,
  )
}

const place = ({ jurisdiction, location }: Answers) => [
  ...(jurisdiction === undefined ? [] : ['--jurisdiction', jurisdiction]),
  ...(location === undefined ? [] : ['--location', location]),
]

const placeInWords = ({ jurisdiction, location }: Answers) =>
  jurisdiction ? ` in the jurisdiction ${jurisdiction}` : location ? ` in the region ${location}` : ''

function createBucket(answers: Answers, wrangler: Wrangler, name: string, purpose: string): Step {
  return {
    title: `Create the bucket ${name} ${purpose}${placeInWords(answers)}`,
    run: () => wrangler('r2', 'bucket', 'create', name, ...place(answers)),
  }
}

function deployWorker(answers: Answers, found: Found, wrangler: Wrangler, missing: readonly string[]): Step {
  const verb = found.secrets === undefined ? 'Deploy' : 'Update'
  const secrets = missing.length > 0 ? `, with new secrets: ${missing.join(', ')}` : ''
  return {
    title: `${verb} the Worker ${answers.name} at ${answers.host}${secrets}`,
    async run() {
      Object.assign(found.keptSecrets, newSecrets(missing, found.keptSecrets))
      const values = Object.fromEntries(missing.map((name) => [name, found.keptSecrets[name]]))
      const build = ['--var', `${BUNDLE_VARIABLE}:${await hashOfBuild(wrangler)}`]
      const output = await withConfig(answers, () =>
        withSecretsFile(values, (file) => wrangler('deploy', '--config', CONFIG, ...build, ...file)),
      )
      if (answers.host !== WORKERS_DEV) return
      answers.deployed_url = /^\s*(https?:\/\/\S+)\s*$/m.exec(output)?.[1]
      if (answers.deployed_url === undefined) throw new Problem(`wrangler deploy printed no address:\n\n${output}`)
    },
  }
}

/** Makes the missing secrets. They are kept before they are used, because the platform shows no secret of a Worker. */
function newSecrets(missing: readonly string[], kept: Secrets) {
  const made = Object.fromEntries(missing.filter((name) => !kept[name]).map((name) => [name, newSecret(name)]))
  if (missing.length > 0) writeJson(SECRETS_FILE, { ...kept, ...made })
  return made
}

const newSecret = (name: string) => (name === 'WEB_PUSH_KEYS' ? newPushKeys() : randomBytes(32).toString('base64url'))

async function withSecretsFile<Result>(values: Secrets, use: (options: string[]) => Promise<Result>): Promise<Result> {
  if (Object.keys(values).length === 0) return use([])
  const folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'))
  try {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify(values), { mode: 0o600 })
    return await use(['--secrets-file', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function createRealm(answers: Answers, found: Found): Step {
  return {
    title: `Create the realm ${answers.realm} with the owner ${answers['owner-email']}, unless it exists`,
    async run() {
      const url = realmUrlOf(answers)
      if ((await waitForAnswer(answers, url)) === 'exists')
        return console.log(`The realm ${answers.realm} is at ${url}`)
      const secret = found.keptSecrets.DEPLOYMENT_SECRET
      if (!secret)
        throw new Problem(
          'The Worker has a DEPLOYMENT_SECRET that is not in deployment.secrets.json. Set it in the environment, and repeat the command to create the realm.',
        )
      if (url !== undefined) await requestRealm(answers, url, secret)
    },
  }
}

const SECONDS_TO_WAIT = Number(process.env.DEPLOYMENT_SECONDS_TO_WAIT ?? 180)
const SECONDS_BETWEEN = 3

/** Waits until the new host answers: the platform creates its DNS record and its certificate. */
async function waitForAnswer(answers: Answers, url: string | undefined) {
  for (let left = SECONDS_TO_WAIT; ; left -= SECONDS_BETWEEN) {
    const state = await stateOfRealm(url)
    if (state !== 'unreachable') return state
    if (left <= 0) break
    await pause(SECONDS_BETWEEN * 1000)
  }
  const record = `Add a proxied DNS record for *.${rootHostOf(answers)} (AAAA, 100::), which the platform does not create for a route.`
  throw new Problem(
    `The Worker is deployed, but ${url} does not answer. ${hasHostForEachRealm(answers) ? record : 'Its certificate can take some minutes.'}
Then repeat: npm run deploy`,
  )
}

async function requestRealm(answers: Answers, url: string, secret: string) {
  const { realm, jurisdiction } = answers
  const password = randomBytes(12).toString('base64url')
  const fields = {
    name: realm,
    full_name: answers['realm-name'] ?? realm,
    owner_email: answers['owner-email'],
    owner_full_name: answers['owner-email'].split('@')[0],
    owner_password: password,
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
  }
  try {
    const created = await askWithSecret(url, secret)<{ realm: string; realm_url: string; email: string }>(
      'POST /realms',
      fields,
    )
    console.log(`
The realm ${created.realm} is at ${created.realm_url}

  Owner     ${created.email}
  Password  ${password}

Log in there, and change the password. ${SECRETS_FILE}
has the secrets of the deployment: keep a copy where you keep your passwords.`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Problem(error.message)
  }
}
