import type { Mutant } from './mutant'

const THREATS = 'test/threats/second-factor.test.ts'
const RULES = 'test/people/factors.rules.test.ts'
const FACTORS = 'test/accounts/factors.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/accounts/sessions/admit-browser.ts',
    search: 'const waits = !COMPLETE_METHODS.has(method) && hasSecondFactor(realm, user.user_id)',
    replace: 'const waits = false as boolean',
    reason: 'A password is enough.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/people/sessions/authentication.ts',
    search: 'return session?.waits_until === null ? session : undefined',
    replace: 'return session',
    reason: 'A session that waits authenticates requests.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/people/sessions/authentication.ts',
    search: 'session.waits_until !== null && realm.now() < session.waits_until ? session',
    replace: 'session.waits_until !== null ? session',
    reason: 'A login waits for ever.',
    tests: [FACTORS],
  },
  {
    file: 'src/domain/accounts/sign-in/endpoints.ts',
    search: 'if (hasSecondFactor(realm, user.user_id)) throw needsSecondFactor({})',
    replace: '',
    reason: 'A password is enough for an API key.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/people/factors/totp-rules.ts',
    search: '.find((step) => step > last_step)',
    replace: '.find((step) => step >= last_step)',
    reason: 'A code counts twice.',
    tests: [RULES],
  },
  {
    file: 'src/domain/people/factors/actions.ts',
    search: '  writeLastStep(realm, user_id, step)',
    replace: '',
    reason: 'A code counts twice.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/factors/login.ts',
    search: "if (wait > 0) return rateLimitHit({ 'retry-after': wait })",
    replace: '',
    reason: 'Codes are guessed without limit.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/factors/recent-login.ts',
    search:
      'if (session === undefined || !isRecentLogin(session, realm.now())) throw loginIsTooOld({})\n  return session',
    replace:
      'if (session !== undefined && !isRecentLogin(session, realm.now())) throw loginIsTooOld({})\n  return session as Session',
    reason: 'A stolen API key turns the second factor off.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/people/sessions/actions.ts',
    search: 'filter(({ waits_until }) => (waits_until !== null) === waits)',
    replace: 'filter(() => true)',
    reason: 'A thief with the password ends the sessions of the user.',
    tests: [THREATS],
  },
]
