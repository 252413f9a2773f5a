import { expect } from 'vitest'

/**
 * Returns the response, after a check of its names. A client that knows the vendor's names gets no value in the
 * specification's spelling, and gets the vendor's key beside each key of the specification.
 */
export async function checkSpellingOfResponse(response: Response, headers: Headers): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (isJson && !usesSpecifiedNames(headers)) checkSpelling(await response.clone().text())
  return response
}

const usesSpecifiedNames = (headers: Headers) => headers.get('user-agent')?.startsWith('Svc')

/** Fails the test if a value or a key of this JSON has the specification's spelling only. */
export function checkSpelling(text: string): void {
  if (/svc|legacy_mirror/.test(text)) expect(misspelled(JSON.parse(text))).toBeUndefined()
}

const OWN_VALUE = /^svc(?:_[a-z_]*)?$/
const OWN_KEY = /(?:^|_)(?:svc_|legacy_mirror)/

/** The values of these fields are text that clients send. */
const FREE_TEXT = new Set(['storage', 'config_data', 'content', 'ignored_parameters_unsupported'])

/** Returns the path of the first value or key that has the specification's spelling only. Every answer of every test is read. */
function misspelled(value: unknown): string | undefined {
  if (typeof value === 'string') return OWN_VALUE.test(value) ? ` is ${value}` : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const members = value as Record<string, unknown>
  for (const key in members) {
    const path = misspelledMember(members, key)
    if (path !== undefined) return `.${key}${path}`
  }
  return undefined
}

function misspelledMember(members: Record<string, unknown>, key: string): string | undefined {
  if (FREE_TEXT.has(key)) return undefined
  // A custom emoji may have any name.
  if (key === 'emoji_name' && members.reaction_type === 'realm_emoji') return undefined
  if (OWN_KEY.test(key) && !hasVendorsKey(members, key)) return ' stands alone'
  const member = members[key]
  return typeof member === 'string' || typeof member === 'object' ? misspelled(member) : undefined
}

function hasVendorsKey(members: Record<string, unknown>, key: string): boolean {
  const vendors = key.replace('svc_', 'zulip_').replace('legacy_mirror', 'zephyr_mirror')
  return JSON.stringify(members[vendors]) === JSON.stringify(members[key])
}
