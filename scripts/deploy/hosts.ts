export const WORKERS_DEV = 'workers.dev'

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Returns whether the text is an answer to `--host`. */
export const isHost = (host) => host === WORKERS_DEV || HOST.test(host)

/** Returns the host of all realms (`*.example.com` gives `example.com`), or undefined at workers.dev. */
export const rootHostOf = ({ host }) => (host === WORKERS_DEV ? undefined : host.replace(/^\*\./, ''))

export const hasHostForEachRealm = ({ host }) => host.startsWith('*.')

/** Returns the URL of the first realm. At workers.dev, `deployed_url` is the address that the platform has printed. */
export function realmUrlOf(answers) {
  if (answers.host === WORKERS_DEV) return answers.deployed_url
  const root = rootHostOf(answers)
  return `https://${hasHostForEachRealm(answers) ? `${answers.realm}.${root}` : root}`
}
