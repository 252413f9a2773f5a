/** Which realm a host means, and which host a realm has. */
export type Hosting = { root_host: string; default_realm: string }

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/

/** The host's first label, or the default realm where there is none. Undefined: no realm at all. */
export function realmNameOf(hostname: string, { root_host, default_realm }: Hosting): string | undefined {
  const fallback = default_realm === '' ? undefined : default_realm
  const host = hostname.toLowerCase()
  if (root_host !== '')
    return host.endsWith(`.${root_host}`) ? host.slice(0, -root_host.length - 1).split('.')[0] : fallback
  if (IP_ADDRESS.test(host)) return fallback
  const labels = host.split('.')
  const hasRealmLabel = labels.at(-1) === 'localhost' ? labels.length > 1 : labels.length > 2
  return hasRealmLabel ? labels[0] : fallback
}

/** The host, port and all, at which a realm of this name is reached, told from how this request reached the deployment. */
export function hostOfRealm(realm_name: string, url: URL, hosting: Hosting): string {
  const here = realmNameOf(url.hostname, hosting)
  if (realm_name === here) return url.host
  if (hosting.root_host !== '') return `${realm_name}.${hosting.root_host}`
  if (realm_name === hosting.default_realm) return url.host.split('.').slice(1).join('.') || url.host
  const labels = url.host.split('.')
  const base = here === hosting.default_realm ? labels : labels.slice(1)
  return [realm_name, ...base].join('.')
}
