import { specifiedProduct } from '../../../api/vendor-names'

// A client with this product name reports itself as unsupported.
const UNSUPPORTED = 'SvcInvalid'
// Earlier versions of the Android app expect other names of some fields.
const OLDEST_ON_ANDROID = { product: 'SvcMobile', version: [16, 2, 96] }

/** Returns whether a client cannot use this server any more, according to its User-Agent header. */
export function isTooOld(user_agent: string, vendor: string): boolean {
  const [, name = '', version = ''] = /^([^/\s(]+)(?:\/(\S+))?/.exec(user_agent) ?? []
  const product = specifiedProduct(name, vendor)
  if (product === UNSUPPORTED) return true
  if (product !== OLDEST_ON_ANDROID.product || !/android/i.test(user_agent)) return false
  return isBefore(version.split('.').map(Number), OLDEST_ON_ANDROID.version)
}

/** A part that is not a number counts as earlier. */
function isBefore(version: readonly number[], oldest: readonly number[]): boolean {
  for (const [index, oldestPart] of oldest.entries()) {
    const part = version[index] ?? 0
    if (part !== oldestPart) return !(part > oldestPart)
  }
  return false
}
