import type { Mutant } from './mutant'

const TESTS = ['test/login/organizations.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/people/sessions/actions.ts',
    search: '    deleteCountAddressesOfSession(realm.sql, session_id)\n',
    replace: '',
    reason: 'The row of a count address stays after its session.',
    tests: TESTS,
  },
  {
    file: 'src/domain/people/sessions/authentication.ts',
    search:
      'if (session === undefined || isExpired(session, sessionLimits(realm), realm.now())) throw notLoggedIn({})\n  return getActiveUser(realm, session.user_id)',
    replace: 'if (session === undefined) throw notLoggedIn({})\n  return getActiveUser(realm, session.user_id)',
    reason: 'A count address tells the counts after its session expired.',
    tests: TESTS,
  },
  {
    file: 'src/domain/people/sessions/count-address-storage.ts',
    search: 'DELETE FROM count_addresses WHERE user_id = ${user_id} AND id = ${id}',
    replace: 'DELETE FROM count_addresses WHERE id = ${id}',
    reason: 'A user ends the count address of another.',
    tests: TESTS,
  },
  {
    file: 'src/domain/login/sessions/count-addresses.ts',
    search: 'secret_hash: hashApiKey(secret)',
    replace: 'secret_hash: secret',
    reason: 'The secret of a count address is stored.',
    tests: TESTS,
  },
  {
    file: 'src/domain/login/sessions/origin-rules.ts',
    search: '  if (origin !== text) return false\n',
    replace: '',
    reason: 'A text that is more than an origin gets into the policy of a page.',
    tests: TESTS,
  },
  {
    file: 'src/domain/login/sessions/origin-rules.ts',
    search: "protocol === 'https:' || (development",
    replace: "protocol === 'https:' || protocol === 'http:' || (development",
    reason: 'The secret of a count address goes over the network as plain text.',
    tests: TESTS,
  },
  {
    file: 'src/domain/login/sessions/organization-endpoints.ts',
    search:
      '    if (realm.session.id === undefined) throw notLoggedIn({})\n    return { letterhead: letterheadOf(realm) }',
    replace: '    return { letterhead: letterheadOf(realm) }',
    reason: 'A program with an API key gets as far as the question of a page.',
    tests: TESTS,
  },
]
