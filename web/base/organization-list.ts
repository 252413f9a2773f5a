// The other organizations that the user chose to see beside this one. The page /organizations writes the list (web/pages/organizations.ts).

/** `secret` is that of a count address: with it, the page reads how many messages are unread there, and nothing else. */
export type Organization = { origin: string; name: string; secret?: string }

export const ORGANIZATIONS_KEY = 'organizations'
const MAX_LIST_CHARACTERS = 20_000

const isOrganization = (value: unknown): value is Organization => {
  const { origin, name, secret = '' }: Partial<Record<string, unknown>> = Object(value)
  return [origin, name, secret].every((text) => typeof text === 'string') && /^https?:\/\/[^/]+$/.test(String(origin))
}

/** Returns the organizations that a user chose. What is malformed, or another user's, does not count. */
export function organizationsIn(stored: string | null, user_id: number): Organization[] {
  if (stored === null || stored.length > MAX_LIST_CHARACTERS) return []
  try {
    const list: { user_id?: number; entries?: unknown } | null = JSON.parse(stored)
    return list?.user_id === user_id && Array.isArray(list.entries) ? list.entries.filter(isOrganization) : []
  } catch {
    return []
  }
}

/** What a count address answered. */
export type Counts = { unread: number; mentions: number }

/** Returns the answer of a count address, or undefined for another answer. What it says comes from another server. */
export function countsIn(text: string): Counts | undefined {
  try {
    const { unread, mentions }: Partial<Record<string, unknown>> = Object(JSON.parse(text))
    return isCount(unread) && isCount(mentions) ? { unread, mentions } : undefined
  } catch {
    return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const FIRST_PAUSE_MINUTES = 1
const LONGEST_PAUSE_MINUTES = 16

/** Returns how long nothing is asked after the counts were read. It doubles while nothing changes. */
export const pauseAfter = (minutes: number, hasChanged: boolean): number =>
  hasChanged ? FIRST_PAUSE_MINUTES : Math.min(2 * minutes, LONGEST_PAUSE_MINUTES)
