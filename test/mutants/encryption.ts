import type { Mutant } from './mutant'

const ENCRYPTION = 'test/store/encryption.rules.test.ts'
const SECRETS = 'test/organization/encryption.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/store/encryption.ts',
    search: 'decipher.setAuthTag(value.subarray(-TAG_BYTES))',
    replace: '',
    reason: 'A changed value decrypts.',
    tests: [ENCRYPTION],
  },
  {
    file: 'src/store/encryption.ts',
    search: 'const nonce = randomBytes(NONCE_BYTES)',
    replace: 'const nonce = new Uint8Array(NONCE_BYTES)',
    reason: 'Each value has the same nonce, which reveals the key stream.',
    tests: [ENCRYPTION],
  },
  {
    file: 'src/domain/realm/secrets/actions.ts',
    search: '`${realm.name}: ${name}`',
    replace: '`${name}`',
    reason: 'A value of another realm decrypts.',
    tests: [SECRETS],
  },
  {
    file: 'src/domain/realm/secrets/actions.ts',
    search: 'candidate.length >= MIN_SECRET_CHARACTERS',
    replace: 'candidate.length > 0',
    reason: 'A short secret can be guessed from a copy of the database.',
    tests: [SECRETS],
  },
  {
    file: 'src/domain/realm/secrets/storage.ts',
    search: 'AND key_name <> ${key_name}\n    LIMIT',
    replace: 'AND key_name = ${key_name}\n    LIMIT',
    reason: 'Values never receive the new key, so the old secret can never be removed.',
    tests: [SECRETS],
  },
]
