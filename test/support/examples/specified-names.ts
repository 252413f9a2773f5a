import type { Json } from '../person'

/** Returns an answer without the vendor's names, which stand beside the specification's (src/api/vendor-names.ts). */
export function inSpecifiedNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(inSpecifiedNames)
  if (value === 'zulip_extra_emoji') return 'svc_extra_emoji'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (isAlias(key, value) ? [] : [[key, inSpecifiedNames(member)]])),
  )
}

const isAlias = (key: string, object: object): boolean =>
  (key.includes('zulip_') && key.replace('zulip_', 'svc_') in object) ||
  (key.includes('zephyr_mirror') && key.replace('zephyr_mirror', 'legacy_mirror') in object)
