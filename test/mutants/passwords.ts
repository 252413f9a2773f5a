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
    search: '`status ${result.response.status}`)\n  return false',
    replace: '`status ${result.response.status}`)\n  return true',
    reason: 'No user can choose a password while another service is down.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/login/sign-in/password-login.ts',
    search: 'if (new_hash !== null) writePasswordHash(realm.sql, user_id, new_hash)',
    replace: '',
    reason: 'Old hashes stay cheap to guess.',
    tests: [PASSWORDS],
  },
  {
    file: 'src/domain/organization/realms/endpoints.ts',
    search: 'password: owner_password, context })\n    if (refusal) throw refusal',
    replace: 'password: owner_password, context })\n    if (refusal === null) throw refusal',
    reason: 'The first owner of an organization has a password that is guessed first.',
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
