import { expect } from 'vitest'

/**
 * Checks every answer and event that a test gets for a client that knows the vendor's names: no value has the
 * specification's spelling, and each key of the specification stands beside the vendor's.
 */
export async function spelled(response: Response, headers: Headers): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (isJson && !speaksTheSpecification(headers)) checkSpelling(await response.clone().text())
  return response
}

const speaksTheSpecification = (headers: Headers) => headers.get('user-agent')?.startsWith('Svc')

export function checkSpelling(text: string): void {
  if (/svc|legacy_mirror/.test(text)) expect(misspelled(JSON.parse(text))).toBeUndefined()
}

const OWN_VALUE = /^svc(?:_[a-z_]*)?$/
const OWN_KEY = /(?:^|_)(?:svc_|legacy_mirror)/

/** Values that are the client's own words, whatever they look like. */
const FREE_TEXT = new Set(['storage', 'config_data', 'content', 'ignored_parameters_unsupported'])

/** Returns the path of the first value, or key, that has the specification's spelling only. */
function misspelled(value: unknown): string | undefined {
  if (typeof value === 'string') return OWN_VALUE.test(value) ? ` is ${value}` : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const members: Record<string, unknown> = { ...value }
  for (const [key, member] of Object.entries(members)) {
    if (FREE_TEXT.has(key)) continue
    // A custom emoji may have any name.
    if (key === 'emoji_name' && members.reaction_type === 'realm_emoji') continue
    if (OWN_KEY.test(key) && !hasVendorsKey(members, key)) return `.${key} stands alone`
    const path = misspelled(member)
    if (path !== undefined) return `.${key}${path}`
  }
  return undefined
}

function hasVendorsKey(members: Record<string, unknown>, key: string): boolean {
  const vendors = key.replace('svc_', 'zulip_').replace('legacy_mirror', 'zephyr_mirror')
  return JSON.stringify(members[vendors]) === JSON.stringify(members[key])
}
