import { specifiedProduct } from '../../../api/vendor-names'

/**
 * Which clients can still talk to this server, as far as they say what they are. One says outright that it cannot; of
 * another, versions from before some things were spelled as they are do not understand what they are told.
 */
const RETIRED = 'SvcInvalid'
const OLDEST_ON_ANDROID = { product: 'SvcMobile', version: [16, 2, 96] }

export function isTooOld(user_agent: string, vendor: string): boolean {
  const [, name = '', version = ''] = /^([^/\s(]+)(?:\/(\S+))?/.exec(user_agent) ?? []
  const product = specifiedProduct(name, vendor)
  if (product === RETIRED) return true
  if (product !== OLDEST_ON_ANDROID.product || !/android/i.test(user_agent)) return false
  return isBefore(version.split('.').map(Number), OLDEST_ON_ANDROID.version)
}

function isBefore(version: readonly number[], oldest: readonly number[]): boolean {
  for (const [at, part] of oldest.entries()) {
    const own = version[at] ?? 0
    if (own !== part) return !(own > part)
  }
  return false
}
