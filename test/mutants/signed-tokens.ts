import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/api/signed-token.ts',
    search: 'if (!isSignedWith(key, `${head}.${body}`, signature)) return undefined',
    replace: '',
    reason: 'Any client can sign a token that logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: "header.alg === 'HS256' && ",
    replace: '',
    reason: 'A token with another algorithm in its header logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: '(exp === undefined || (isTime(exp) && now < exp))',
    replace: 'true',
    reason: 'An expired token logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: '(nbf === undefined || (isTime(nbf) && now >= nbf))',
    replace: 'true',
    reason: 'A token logs in a user before it is valid.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: "!Object.hasOwn(header, 'crit') && ",
    replace: '',
    reason: 'A token with an unsupported critical extension logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: ' && isTypeOfTokens(header.typ)',
    replace: '',
    reason: 'A token that was signed for another use logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: ' && Number.isFinite(value)',
    replace: '',
    reason: 'A token with an unlimited lifetime logs in a user.',
    tests: ['test/login/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: 'if (token.length > MAX_TOKEN_CHARACTERS || !COMPACT_FORM.test(token)) return undefined',
    replace: '',
    reason: 'A token is read in other spellings than the one that was signed.',
    tests: ['test/login/token-login.test.ts'],
  },
]
