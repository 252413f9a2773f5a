import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/api/signed-token.ts',
    search: 'if (!isSignedWith(key, `${head}.${body}`, signature)) return undefined',
    replace: '',
    reason: 'Anyone can sign a token that lets a person in.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: "header.alg === 'HS256' && ",
    replace: '',
    reason: 'A token whose head names another algorithm lets a person in.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: '(exp === undefined || (isTime(exp) && now < exp))',
    replace: 'true',
    reason: 'A token lets a person in after it has expired.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: '(nbf === undefined || (isTime(nbf) && now >= nbf))',
    replace: 'true',
    reason: 'A token lets a person in before it is valid.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: "!Object.hasOwn(header, 'crit') && ",
    replace: '',
    reason: 'A token with an extension that the server does not understand lets a person in.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: ' && isTypeOfTokens(header.typ)',
    replace: '',
    reason: 'A token that was signed for another use lets a person in.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: ' && Number.isFinite(value)',
    replace: '',
    reason: 'A token with an endless time lets a person in.',
    tests: ['test/accounts/token-login.test.ts'],
  },
  {
    file: 'src/api/signed-token.ts',
    search: 'if (token.length > TOKEN_CHARACTERS_MAX || !COMPACT_FORM.test(token)) return undefined',
    replace: '',
    reason: 'A token is read in other spellings than the one that was signed.',
    tests: ['test/accounts/token-login.test.ts'],
  },
]
