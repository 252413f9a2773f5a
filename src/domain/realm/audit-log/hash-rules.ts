import { createHash } from 'node:crypto'

/** An entry of the audit log with its place in the chain. The numbers are those of the API. */
export type ChainedEntry = {
  id: number
  timestamp: number
  kind: string
  actor_id: number | null
  user_id: number | null
  network_address: string
  client: string
  details: unknown
  previous_hash: string
  salt: string
  personal_hash: string
  entry_hash: string
}

const sha256 = (values: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

type PersonalPart = { salt: string; network_address: string; client: string; details: unknown }

/**
 * What an erasure of an account removes from an entry has a hash of its own, which stays. The salt goes too: an address could be
 * guessed by its hash.
 */
export const personalHashOf = ({ salt, network_address, client, details }: PersonalPart): string =>
  sha256([salt, network_address, client, details])

type ChainedPart = Pick<ChainedEntry, 'previous_hash' | 'timestamp' | 'kind' | 'actor_id' | 'user_id' | 'personal_hash'>

export const entryHashOf = ({
  previous_hash,
  timestamp,
  kind,
  actor_id,
  user_id,
  personal_hash,
}: ChainedPart): string => sha256([previous_hash, timestamp, kind, actor_id, user_id, personal_hash])

export type Verified = {
  entries: number
  /** Entries of a release that did not chain them. */
  unprotected: number
  /** Entries without their personal part, because the account was erased. */
  erased: number
  first_id: number | null
  last_id: number | null
  /** The hash of the last entry. Who keeps it notices later whether entries before it were changed or removed. */
  head: string
  problems: string[]
}

const MAX_PROBLEMS = 100

/** Verifies entries, the oldest first. `head` is the hash that a person kept after an earlier verification. */
export function verifyChain(entries: readonly ChainedEntry[], head?: string): Verified {
  const problems: string[] = []
  let [unprotected, erased] = [0, 0]
  let [isKnown, before]: [boolean, ChainedEntry | undefined] = [head === undefined, undefined]
  for (const entry of entries) {
    const { id, entry_hash, salt, personal_hash } = entry
    if (before !== undefined && id <= before.id) problems.push(`Entry ${id} is not in its place.`)
    if (entry_hash === '') {
      unprotected++
      if (before !== undefined && before.entry_hash !== '') problems.push(`Entry ${id} has no hash.`)
    } else {
      if (salt === '') erased++
      const isPersonalPartRight = salt === '' ? isEmpty(entry) : personal_hash === personalHashOf(entry)
      if (!isPersonalPartRight || entry_hash !== entryHashOf(entry)) problems.push(`Entry ${id} was changed.`)
      if (before !== undefined && entry.previous_hash !== before.entry_hash)
        problems.push(`Between the entries ${before.id} and ${id}, an entry is missing or was added.`)
    }
    if (entry_hash === head) isKnown = true
    before = entry
  }
  if (!isKnown) problems.push('No entry has the hash that was kept: entries were removed or changed since then.')
  return {
    entries: entries.length,
    unprotected,
    erased,
    first_id: entries[0]?.id ?? null,
    last_id: before?.id ?? null,
    head: before?.entry_hash ?? '',
    problems: problems.slice(0, MAX_PROBLEMS),
  }
}

const isEmpty = ({ network_address, client, details }: ChainedEntry): boolean =>
  network_address === '' && client === '' && JSON.stringify(details) === '{}'
