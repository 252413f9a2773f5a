/** The part of the configuration that maps hosts to realms. */
export type Hosting = { root_host: string; default_realm: string }

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/

/**
 * Returns the realm of a host: the first label below the root host, or the default realm. Returns undefined for a host that
 * belongs to no realm.
 */
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
 * Returns the host of a realm, with the port, for links in the response to a request. It derives from the URL of the request.
 * `realmNameOf` maps the result back to the realm.
 */
export function hostOfRealm(realm_name: string, url: URL, hosting: Hosting): string {
  if (realm_name === realmNameOf(url.hostname, hosting)) return url.host
  const base = hostOfDeployment(url.hostname, hosting)
  const host = realm_name === realmNameOf(base, hosting) ? base : `${realm_name}.${base}`
  return url.port === '' ? host : `${host}:${url.port}`
}

/**
 * Returns the URL of a realm for links in emails. The host of the request plays no part, because the sender of the request can
 * choose it. The realm is below the root host, or at the host where the deployment created it. In development, the protocol
 * and the port come from the request, or from the address of the development server if there is no request.
 */
export function trustedUrlOf(
  { name, created_at }: { name: string; created_at: string },
  request_url: string,
  hosting: Hosting & { development: boolean; development_url: string },
): string {
  const host = ownHostOf(name, created_at, hosting)
  const served = request_url || hosting.development_url
  if (!hosting.development || served === '') return `https://${host}`
  const { protocol, port } = new URL(served)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

function ownHostOf(name: string, created_at: string, hosting: Hosting): string {
  const { root_host } = hosting
  if (root_host === '') return created_at
  return name === realmNameOf(root_host, hosting) ? root_host : `${name}.${root_host}`
}

// No host name can be below an IP address. A client that uses an address is on the same machine, where localhost works too.
function hostOfDeployment(hostname: string, { root_host }: Hosting): string {
  if (root_host !== '') return root_host
  if (IP_ADDRESS.test(hostname)) return 'localhost'
  return hasRealmLabel(hostname) ? hostname.split('.').slice(1).join('.') : hostname
}
