import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { readJson, SECRETS_FILE } from '../deploy/files.ts'
import type { CommonOptions } from './command.ts'
import { Failure, NOT_LOGGED_IN } from './failure.ts'

type Credentials = { email: string; key: string; site: string }

export const zuliprcFile = ({ zuliprc }: CommonOptions): string =>
  zuliprc ?? process.env.ZULIP_CONFIG ?? join(homedir(), '.zuliprc')

/** What every command says that prints a password. */
export const PASSWORD_MUST_BE_CHANGED =
  'The password must be changed after the first login, in the settings (Account): a reader of this text can log in with it.'

/** Returns `email`, `key` and `site`. The environment comes before the file, as in Zulip's Python client. */
export function readCredentials(options: CommonOptions): Partial<Credentials> {
  const { ZULIP_EMAIL, ZULIP_API_KEY, ZULIP_SITE } = process.env
  const file = readZuliprc(zuliprcFile(options))
  return {
    email: ZULIP_EMAIL ?? file.email,
    key: ZULIP_API_KEY ?? file.key,
    site: options.url ?? ZULIP_SITE ?? file.site,
  }
}

function readZuliprc(file: string): Partial<Credentials> {
  if (!existsSync(file)) return {}
  if ((statSync(file).mode & 0o077) !== 0)
    console.error(`Other users of this machine can read ${file}. Run: chmod 600 ${file}`)
  const section = /^\[api\]$([^[]*)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return Object.fromEntries(
    [...section.matchAll(/^\s*(\w+)\s*[=:]\s*(.*?)\s*$/gm)].map(([, name = '', value]) => [name, value]),
  )
}

export function writeZuliprc(file: string, { email, key, site }: Credentials): void {
  writeFileSync(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`, { mode: 0o600 })
}

export const findDeploymentSecret = () =>
  process.env.DEPLOYMENT_SECRET ?? readJson<{ DEPLOYMENT_SECRET?: string }>(SECRETS_FILE).DEPLOYMENT_SECRET

export function deploymentSecret(): string {
  const secret = findDeploymentSecret()
  if (!secret)
    throw new Failure(`Set DEPLOYMENT_SECRET in the environment: ${SECRETS_FILE} does not have it.`, NOT_LOGGED_IN)
  return secret
}

/** Asks for a secret without showing it. Without a terminal, it is the first line of the input. */
export async function askForSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY
  const input = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stderr : undefined,
    terminal: isTerminal,
  })
  try {
    if (!isTerminal) {
      const { value } = await input[Symbol.asyncIterator]().next()
      if (!value) throw new Failure('The input is empty: it must begin with the password.')
      return value
    }
    const answer = input.question(question)
    // The question is on the screen now. What the user types is not.
    Object.assign(input, { _writeToOutput: () => undefined })
    return await answer
  } finally {
    input.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
