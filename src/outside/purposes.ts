/** Why the server sends a request to an address that a user, an owner or the operator chose, and what limits it. */
export type Purpose = {
  name: string
  /** The time for the whole exchange, with all redirects and the body of the response. */
  milliseconds: number
  /** The largest body of a response, after decompression. */
  bytes: number
  /** How many redirects are followed. The server checks the address of each. */
  redirects: number
}

const purpose = (name: string, limits: Omit<Purpose, 'name'>): Purpose => ({ name, ...limits })

/** All purposes. A deployment can disable each by its name: see `OUTSIDE_REQUESTS_OFF` in docs/configuration.md. */
export const purposes = {
  webhooks: purpose('webhooks', { milliseconds: 10_000, bytes: 400_000, redirects: 0 }),
  events: purpose('events', { milliseconds: 5000, bytes: 2 ** 16, redirects: 0 }),
  commands: purpose('commands', { milliseconds: 3000, bytes: 2 ** 17, redirects: 0 }),
  presses: purpose('presses', { milliseconds: 3000, bytes: 2 ** 17, redirects: 0 }),
  sign_in: purpose('sign_in', { milliseconds: 5000, bytes: 2 ** 18, redirects: 0 }),
  agents: purpose('agents', { milliseconds: 5000, bytes: 2 ** 14, redirects: 0 }),
  breached_passwords: purpose('breached_passwords', { milliseconds: 500, bytes: 2 ** 17, redirects: 0 }),
  mail: purpose('mail', { milliseconds: 10_000, bytes: 2 ** 16, redirects: 0 }),
  dns: purpose('dns', { milliseconds: 5000, bytes: 2 ** 15, redirects: 0 }),
  video_calls: purpose('video_calls', { milliseconds: 5000, bytes: 2 ** 16, redirects: 0 }),
  language_model: purpose('language_model', { milliseconds: 45_000, bytes: 2 ** 18, redirects: 0 }),
  gifs: purpose('gifs', { milliseconds: 5000, bytes: 2 ** 19, redirects: 0 }),
  call_media: purpose('call_media', { milliseconds: 8000, bytes: 2 ** 20, redirects: 0 }),
  push: purpose('push', { milliseconds: 15_000, bytes: 2 ** 20, redirects: 0 }),
  push_realms: purpose('push_realms', { milliseconds: 90_000, bytes: 10 * 2 ** 20, redirects: 0 }),
  external_content: purpose('external_content', { milliseconds: 10_000, bytes: 10 * 2 ** 20, redirects: 3 }),
  link_previews: purpose('link_previews', { milliseconds: 5000, bytes: 2 ** 21, redirects: 2 }),
  browser_push: purpose('browser_push', { milliseconds: 5000, bytes: 2 ** 14, redirects: 0 }),
} as const

const NAMES: ReadonlySet<string> = new Set(Object.values(purposes).map(({ name }) => name))

/** Returns the names in a list with commas. Throws if one is unknown, because a typing error would leave the purpose enabled. */
export function readPurposes(list: string): ReadonlySet<string> {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !NAMES.has(name))
  if (unknown !== undefined) throw new Error(`OUTSIDE_REQUESTS_OFF has an unknown purpose: ${unknown}`)
  return new Set(names)
}
