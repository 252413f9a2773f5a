import { askAt, askWithSecret, type Ask, type Fields } from '../api-client.ts'
import type { Command, CommonOptions } from './command.ts'
import { deploymentSecret, readCredentials } from './credentials.ts'
import { Failure, NOT_LOGGED_IN } from './failure.ts'

const NO_ADDRESS = 'Give the address of the realm with --url, or log in.'

/** Thrown instead of the first request that would change something. */
export class DryRun extends Error {}

/**
 * Returns `ask`, which sends a request as the command needs it: as the user of the zuliprc, with the deployment's secret, or
 * without credentials. With --dry-run it prints the first request that is not a GET, and the command ends there.
 */
export function clientFor({ needs = 'user' }: Command, options: CommonOptions) {
  const { email, key, site } = readCredentials(options)
  const url = addressOf(site)
  if (url === undefined && needs !== 'nothing') throw new Failure(NO_ADDRESS, NOT_LOGGED_IN)
  const askServer = (): Ask => {
    if (url === undefined) throw new Failure(NO_ADDRESS, NOT_LOGGED_IN)
    if (needs === 'nothing') return askAt(url)
    if (needs === 'deployment') return askWithSecret(url, deploymentSecret())
    if (!email || !key) throw new Failure('Log in with: npm run parley -- login EMAIL --url https://…', NOT_LOGGED_IN)
    return askAt(url, { email, api_key: key })
  }
  let send: Ask | undefined
  const ask: Ask = (request, fields = {}) => {
    send ??= askServer()
    if (!options['dry-run'] || request.startsWith('GET ')) return send(request, fields)
    console.log(`${request} ${JSON.stringify(withoutSecrets(fields))}`)
    throw new DryRun()
  }
  return { url, email, ask }
}

const withoutSecrets = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name.includes('password') ? '…' : value]))

/** Returns the address without a slash at its end. A zuliprc can have a site without a scheme. */
function addressOf(site: string | undefined) {
  if (site === undefined) return undefined
  return (/^https?:\/\//.test(site) ? site : `https://${site}`).replace(/\/+$/, '')
}
