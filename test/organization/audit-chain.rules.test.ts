import { describe, expect, test } from 'vitest'
import {
  entryHashOf,
  personalHashOf,
  verifyChain,
  type ChainedEntry,
} from '../../src/domain/realm/audit-log/hash-rules'

type Written = Pick<
  ChainedEntry,
  'timestamp' | 'kind' | 'actor_id' | 'user_id' | 'network_address' | 'client' | 'details'
>

/** Python's hashlib and json made the hashes. */
const FIRST: Written = {
  timestamp: 1_790_000_000,
  kind: 'logged_in',
  actor_id: null,
  user_id: 8,
  network_address: '192.0.2.7',
  client: 'Parley/1.0',
  details: { method: 'password' },
}
const SECOND: Written = {
  timestamp: 1_790_000_060,
  kind: 'setting_changed',
  actor_id: 8,
  user_id: null,
  network_address: '192.0.2.7',
  client: 'Zoë’s client 😀',
  details: { name: 'name', old: 'Acme', new: 'Äpfel & Söhne' },
}
const HASHES = [
  [
    '0ad3c0efb210933c6f842d4f70abe92002701e783e86e10d7e9761cc6acab382',
    'e12330cdf63e6c58924d072039442b9574fc801eae6e2c06bc54ae515551ac85',
  ],
  [
    '7e57bf7fcbc624e678336732f06a898d687a57811d95569d5895bcf2af55a05f',
    'c07fa48ea0cd81d5e32ec6c66a409d547372a68e34ebb808a0099003de31b90c',
  ],
]

function chained(...written: Written[]): ChainedEntry[] {
  const entries: ChainedEntry[] = []
  for (const [nth, entry] of written.entries()) {
    const salt = `${'s'.repeat(21)}${nth}`
    const chain = { previous_hash: entries.at(-1)?.entry_hash ?? '', personal_hash: personalHashOf({ ...entry, salt }) }
    entries.push({ ...entry, id: nth + 3, salt, ...chain, entry_hash: entryHashOf({ ...entry, ...chain }) })
  }
  return entries
}

const five = () =>
  chained(FIRST, SECOND, ...[1, 2, 3].map((step) => ({ ...FIRST, timestamp: SECOND.timestamp + step })))
const erasedOf = (entry: ChainedEntry): ChainedEntry => ({
  ...entry,
  network_address: '',
  client: '',
  details: {},
  salt: '',
})
const without = <Item>(list: readonly Item[], index: number) => list.filter((_, nth) => nth !== index)

test('another program computes the same hashes', () => {
  expect(chained(FIRST, SECOND).map(({ personal_hash, entry_hash }) => [personal_hash, entry_hash])).toEqual(HASHES)
})

describe('verifyChain', () => {
  test('accepts what was written, without old entries, and with erased accounts', () => {
    const entries = five()
    const found = { entries: 5, unprotected: 0, erased: 0, first_id: 3, last_id: 7, head: entries[4]!.entry_hash }
    expect(verifyChain(entries, entries[1]!.entry_hash)).toEqual({ ...found, problems: [] })
    expect(verifyChain(entries.slice(2)).problems).toEqual([])
    const erased = entries.map((entry, nth) => (nth === 1 ? erasedOf(entry) : entry))
    expect(verifyChain(erased)).toEqual({ ...found, erased: 1, problems: [] })
    expect(verifyChain([]).problems).toEqual([])
  })

  test('names entries that are older than the chain, and none that lost its hash later', () => {
    const entries = five()
    const older = { ...erasedOf(entries[0]!), ...FIRST, id: 1, previous_hash: '', personal_hash: '', entry_hash: '' }
    expect(verifyChain([older, ...entries])).toMatchObject({ unprotected: 1, problems: [] })
    expect(verifyChain([...entries, { ...older, id: 9 }]).problems).toEqual(['Entry 9 has no hash.'])
  })

  const CHANGES: Partial<ChainedEntry>[] = [
    { timestamp: 1_790_000_061 },
    { kind: 'logged_in' },
    { actor_id: 9 },
    { user_id: 8 },
    { network_address: '192.0.2.8' },
    { client: '' },
    { details: { name: 'name', old: 'Acme', new: 'Apples' } },
    { salt: 'x'.repeat(22) },
    { salt: '' },
    { personal_hash: 'f'.repeat(64) },
    { entry_hash: 'f'.repeat(64) },
  ]
  test.each(CHANGES)('finds the change %j', (change) => {
    const entries = five().map((entry, nth) => (nth === 1 ? { ...entry, ...change } : entry))
    expect(verifyChain(entries).problems).toContain('Entry 4 was changed.')
  })

  test('finds a missing, a moved and an added entry, and an entry whose hashes were all made anew', () => {
    const entries = five()
    for (const index of [1, 2, 3])
      expect(verifyChain(without(entries, index)).problems).toEqual([
        `Between the entries ${index + 2} and ${index + 4}, an entry is missing or was added.`,
      ])
    const [first, second, third, ...others] = entries
    expect(verifyChain([first!, third!, second!, ...others]).problems).toContain('Entry 4 is not in its place.')
    expect(verifyChain([first!, { ...first!, id: 4 }, ...entries.slice(2)]).problems).toHaveLength(2)
    const again = { ...second!, actor_id: 9 }
    const forged = { ...again, entry_hash: entryHashOf(again) }
    expect(verifyChain([first!, forged, third!, ...others]).problems).toEqual([
      'Between the entries 4 and 5, an entry is missing or was added.',
    ])
  })

  test('finds by a hash that was kept that the last entries are gone, or that all hashes were made anew', () => {
    const entries = five()
    const head = entries[4]!.entry_hash
    const isGone = 'No entry has the hash that was kept: entries were removed or changed since then.'
    expect(verifyChain(entries.slice(0, 4), head).problems).toEqual([isGone])
    expect(verifyChain(chained(SECOND, FIRST), head).problems).toEqual([isGone])
  })
})
