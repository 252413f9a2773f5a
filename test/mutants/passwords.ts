import type { Mutant } from './mutant'

const PASSWORDS = 'test/accounts/passwords.test.ts'
const RULES = 'test/people/passwords.rules.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/people/users/chosen-password.ts',
    search: 'if (isCommonPassword(password, context)) return passwordTooCommon({})',
    replace: '',
    reason: 'Users choose passwords that are guessed first.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/people/users/chosen-password.ts',
    search: '(await isBreached(config.outside, password)) ? passwordWasLeaked({}) : undefined',
    replace: '(await isBreached(config.outside, password)) && false ? passwordWasLeaked({}) : undefined',
    reason: 'Users choose passwords from data leaks.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/people/users/breached-passwords.ts',
    search: 'hash.slice(0, PREFIX_LENGTH)',
    replace: 'hash',
    reason: 'Another service learns the hashes of passwords.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/people/users/breached-passwords.ts',
    search: "if ('failure' in result || !result.response.ok) return false",
    replace: "if ('failure' in result || !result.response.ok) return true",
    reason: 'No user can choose a password while another service is down.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/accounts/sign-in/password-login.ts',
    search: 'if (new_hash !== null) writePasswordHash(realm.sql, user_id, new_hash)',
    replace: '',
    reason: 'Old hashes stay cheap to guess.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/people/users/passwords.ts',
    search: '    p: rounds,',
    replace: '    p: 1,',
    reason: 'A hash costs an attacker a fifth.',
    tests: [RULES],
  },
]
