import { askAt, askWithSecret } from '../api-client.ts'
import { deploymentSecret, readCredentials } from './credentials.ts'
import { Failure, NOT_LOGGED_IN } from './failure.ts'

/** Thrown instead of the first request that would change something. */
export class DryRun extends Error {}

/**
 * Returns `ask`, which sends a request as the command needs it: as the user of the zuliprc, with the deployment's secret, or
 * without credentials. With --dry-run it prints the first request that is not a GET, and the command ends there.
 */
export function clientFor({ needs = 'user' }, options) {
  const { email, key, site } = readCredentials(options)
  const url = addressOf(site)
  const send = () => {
    if (url === undefined) throw new Failure('Give the address of the realm with --url, or log in.', NOT_LOGGED_IN)
    if (needs === 'nothing') return askAt(url)
    if (needs === 'deployment') return askWithSecret(url, deploymentSecret())
    if (!email || !key) throw new Failure('Log in with: npm run parley -- login EMAIL --url https://…', NOT_LOGGED_IN)
    return askAt(url, { email, api_key: key })
  }
  let sendRequest
  return {
    url,
    email,
    ask: (request, fields = {}) => {
      sendRequest ??= send()
      if (!options['dry-run'] || request.startsWith('GET ')) return sendRequest(request, fields)
      console.log(`${request} ${JSON.stringify(withoutSecrets(fields))}`)
      throw new DryRun()
    },
  }
}

const withoutSecrets = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name.includes('password') ? '…' : value]))

/** Returns the address without a slash at its end. A zuliprc can have a site without a scheme. */
function addressOf(site) {
  if (site === undefined) return undefined
  return (/^https?:\/\//.test(site) ? site : `https://${site}`).replace(/\/+$/, '')
}
