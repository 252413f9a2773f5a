import type { Mutant } from './mutant'

const THREATS = 'test/threats/second-factor.test.ts'
const RULES = 'test/people/factors.rules.test.ts'
const PAGE = 'test/login/code-page.test.ts'
const LOST = 'test/threats/lost-passkeys.test.ts'
const FACTORS = 'test/login/factors.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/login/sessions/admit-browser.ts',
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
    file: 'src/domain/login/sign-in/endpoints.ts',
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
    file: 'src/domain/login/factors/login.ts',
    search: "if (wait > 0) return rateLimitHit({ 'retry-after': wait })",
    replace: '',
    reason: 'Codes are guessed without limit.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/login/factors/recent-login.ts',
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
  {
    file: 'src/domain/login/factors/code-page-endpoints.ts',
    search: 'actor === undefined || !before?.isRecent',
    replace: 'actor === undefined || before === undefined',
    reason: 'A stolen session turns one-time codes off.',
    tests: [PAGE],
  },
  {
    file: 'src/domain/login/factors/code-page-endpoints.ts',
    search: 'if (hasTotp(realm, user_id)) return {}\n    startTotp(',
    replace: 'startTotp(',
    reason: 'A form replaces one-time codes that are on by none.',
    tests: [PAGE],
  },
  {
    file: 'src/domain/login/factors/confirmation-endpoints.ts',
    search: 'if (!isPassword(password, stored_hash, edge.config.password_cost)) throw wrongPassword({})',
    replace: '',
    reason: 'Any password confirms who uses a session.',
    tests: [PAGE],
  },
  {
    file: 'src/domain/login/factors/recovery-login.ts',
    search: ' && !canLogInWithoutPasskey(realm, user_id)',
    replace: '',
    reason: 'A recovery code alone replaces the login at a provider.',
    tests: [LOST],
  },
  {
    file: 'src/domain/login/factors/recovery-login.ts',
    search: "settingsOf(realm).parley_passkey_login && !isMethodEnabled(realm, 'Email') && ",
    replace: '',
    reason: 'A recovery code alone logs in where passwords do.',
    tests: [LOST],
  },
  {
    file: 'src/domain/login/factors/recovery-login.ts',
    search: 'if (typedRecoveryCode(code) === undefined || useCode(',
    replace: 'if (useCode(',
    reason: 'A code of an app logs in alone.',
    tests: [LOST],
  },
  {
    file: 'src/domain/login/factors/recovery-login.ts',
    search: 'if (!isWithinLimits || user === undefined ||',
    replace: 'if (user === undefined ||',
    reason: 'Recovery codes are guessed without limit.',
    tests: [LOST],
  },
  {
    file: 'src/domain/login/factors/login-link.ts',
    search: 'user && !canLogIn(realm, user.user_id) ? user : undefined',
    replace: 'user',
    reason: 'The link after a reset opens an account that has another way to log in by now.',
    tests: ['test/login/login-link.test.ts'],
  },
  {
    file: 'src/domain/login/factors/login-link.ts',
    search: "  consumeConfirmations(realm, { kind: 'login', email: delivery_email, user_id })\n",
    replace: '',
    reason: 'The link after a reset logs in twice.',
    tests: ['test/login/login-link.test.ts'],
  },
  {
    file: 'src/domain/login/factors/confirmation-endpoints.ts',
    search: '      endSessions(realm, actor.user_id, [session.session_id])\n',
    replace: '',
    reason: 'A user without a proof stays logged in instead of logging in again.',
    tests: ['test/login/code-page.test.ts'],
  },
]
