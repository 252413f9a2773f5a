import { expect } from 'vitest'

/**
 * Checks every answer and event that a test gets for a client that knows the vendor's names: no value has the
 * specification's spelling, and each key of the specification stands beside the vendor's.
 */
export async function spelled(response: Response, headers?: HeadersInit): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (isJson && !speaksTheSpecification(headers)) checkSpelling(await response.clone().text())
  return response
}

const speaksTheSpecification = (headers?: HeadersInit) => new Headers(headers).get('user-agent')?.startsWith('Svc')

export function checkSpelling(text: string): void {
  if (/svc|legacy_mirror/.test(text)) check(JSON.parse(text), '')
}

const OWN_VALUE = /^svc(?:_[a-z_]*)?$/
const OWN_KEY = /(?:^|_)(?:svc_|legacy_mirror)/

/** Values that are the client's own words, whatever they look like. */
const FREE_TEXT = new Set(['storage', 'config_data', 'content', 'ignored_parameters_unsupported'])

function check(value: unknown, place: string): void {
  if (typeof value === 'string') expect(OWN_VALUE.test(value), `${place}: ${value}`).toBe(false)
  if (Array.isArray(value)) for (const each of value) check(each, place)
  else if (typeof value === 'object' && value !== null) checkMembers({ ...value }, place)
}

function checkMembers(members: Record<string, unknown>, place: string) {
  for (const [key, value] of Object.entries(members)) {
    if (FREE_TEXT.has(key)) continue
    // A custom emoji may have any name.
    if (key === 'emoji_name' && members.reaction_type === 'realm_emoji') continue
    if (OWN_KEY.test(key)) {
      const vendors = key.replace('svc_', 'zulip_').replace('legacy_mirror', 'zephyr_mirror')
      expect(members[vendors], `${place}.${vendors}`).toEqual(value)
    }
    check(value, `${place}.${key}`)
  }
}
