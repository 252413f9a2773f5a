export const WORKERS_DEV = 'workers.dev'

type Hosts = { host: string }

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Returns whether the text is an answer to `--host`. */
export const isHost = (host: string): boolean => host === WORKERS_DEV || HOST.test(host)

/** Returns the host of all realms (`*.example.com` gives `example.com`), or undefined at workers.dev. */
export const rootHostOf = ({ host }: Hosts): string | undefined =>
  host === WORKERS_DEV ? undefined : host.replace(/^\*\./, '')

export const hasHostForEachRealm = ({ host }: Hosts): boolean => host.startsWith('*.')

/** Returns the URL of the first realm. At workers.dev, `deployed_url` is the address that the platform has printed. */
export function realmUrlOf(answers: Hosts & { realm: string; deployed_url?: string }): string | undefined {
  if (answers.host === WORKERS_DEV) return answers.deployed_url
  const root = rootHostOf(answers)
  return `https://${hasHostForEachRealm(answers) ? `${answers.realm}.${root}` : root}`
}
