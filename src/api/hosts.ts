/** Which realm a host means, and which host a realm has. */
export type Hosting = { root_host: string; default_realm: string }

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/

/** The host's first label, or the default realm where there is none. Undefined: no realm at all. */
export function realmNameOf(hostname: string, { root_host, default_realm }: Hosting): string | undefined {
  const fallback = default_realm === '' ? undefined : default_realm
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (root_host === '') return hasRealmLabel(host) ? host.split('.')[0] : fallback
  if (!host.endsWith(`.${root_host}`)) return fallback
  const label = host.slice(0, -root_host.length - 1)
  return label.includes('.') ? undefined : label
}

function hasRealmLabel(host: string): boolean {
  if (IP_ADDRESS.test(host)) return false
  const labels = host.split('.')
  return labels.length > (labels.at(-1) === 'localhost' ? 1 : 2)
}

/**
 * The host, port and all, at which a realm of this name is reached, told from how this request reached the deployment.
 * Whatever is told here, `realmNameOf` leads back to the realm.
 */
export function hostOfRealm(realm_name: string, url: URL, hosting: Hosting): string {
  if (realm_name === realmNameOf(url.hostname, hosting)) return url.host
  const base = hostOfDeployment(url.hostname, hosting)
  const host = realm_name === realmNameOf(base, hosting) ? base : `${realm_name}.${base}`
  return url.port === '' ? host : `${host}:${url.port}`
}

/**
 * Where a realm is, for those who are told of it later. Whoever asks for a letter to somebody else can say any host, so
 * none is believed: a realm is below the deployment's, or where it was created, which only its deployment decides. While
 * developing, the request says how that is reached.
 */
export function ownUrlOf(
  { name, created_at }: { name: string; created_at: string },
  said: string,
  hosting: Hosting & { development: boolean },
): string {
  const host = ownHostOf(name, created_at, hosting)
  if (!hosting.development || said === '') return `https://${host}`
  const { protocol, port } = new URL(said)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

function ownHostOf(name: string, created_at: string, hosting: Hosting): string {
  const { root_host } = hosting
  if (root_host === '') return created_at
  return name === realmNameOf(root_host, hosting) ? root_host : `${name}.${root_host}`
}

// An address has no names below it, but whoever reaches the deployment by one is near enough to call it localhost.
function hostOfDeployment(hostname: string, { root_host }: Hosting): string {
  if (root_host !== '') return root_host
  if (IP_ADDRESS.test(hostname)) return 'localhost'
  return hasRealmLabel(hostname) ? hostname.split('.').slice(1).join('.') : hostname
}
