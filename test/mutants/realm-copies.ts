import type { Mutant } from './mutant'

const COPIES = ['test/data/realm-copies.test.ts'] as const
const OWNERS = ['test/data/owner-imports.test.ts'] as const
const IMPORTS = ['test/data/realm-copies.import.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/data/realm-copies/export-endpoints.ts',
    search: '    if (!isCopiedFile(key)) throw fileDoesNotExist({})\n',
    replace: '',
    reason: 'A copy has files that are neither uploads nor pictures, such as exports.',
    tests: COPIES,
  },
  {
    file: 'src/domain/data/realm-copies/import-rules.ts',
    search: '  if (messagesOfUsers) throw realmHasMessages({})\n',
    replace: '',
    reason: 'An import replaces a realm that people use.',
    tests: IMPORTS,
  },
  {
    file: 'src/domain/data/realm-copies/prepare-row.ts',
    search: 'row.role === OWNER && !mayBeOwner(begun, delivery_email) ? ADMINISTRATOR',
    replace: 'false ? ADMINISTRATOR',
    reason: 'The user with the address of an owner in a copy becomes an owner of the realm.',
    tests: IMPORTS,
  },
  {
    file: 'src/domain/login/identities/storage.ts',
    search: 'WHERE password_hash IS NULL AND is_active = 1 AND bot_type IS NULL',
    replace: 'WHERE is_active = 1 AND bot_type IS NULL',
    reason: 'After an import, a provider opens an account with a password whose address was never proven.',
    tests: IMPORTS,
  },
  {
    file: 'src/domain/messages/message-index/sent-ids-storage.ts',
    search: 'DELETE FROM sent_ids WHERE chunk IN',
    replace: 'DELETE FROM sent_ids WHERE chunk < 0 AND chunk IN',
    reason: 'The end of an import misses messages that arrive between its turns.',
    tests: ['test/data/finished-imports.test.ts'],
  },
  {
    file: 'src/domain/data/realm-copies/begin-import.ts',
    search: '  writeDeactivated(realm, true)\n',
    replace: '',
    reason: 'Users act in a realm that is only half filled.',
    tests: IMPORTS,
  },
  {
    file: 'src/domain/data/realm-copies/authentication.ts',
    search: '!sameSecret(stored, import_hash) ||',
    replace: '',
    reason: 'Anyone writes into a realm that is being filled.',
    tests: OWNERS,
  },
  {
    file: 'src/domain/data/realm-copies/uploaded-rows.ts',
    search: '{ rendered_description: plainHtml(row.description) }',
    replace: '{}',
    reason: 'An owner writes HTML that other users see.',
    tests: OWNERS,
  },
  {
    file: 'src/domain/data/realm-copies/import-endpoints.ts',
    search: '{ rendered_content: undefined }',
    replace: '{}',
    reason: 'An owner writes HTML into messages.',
    tests: OWNERS,
  },
  {
    file: 'src/domain/data/realm-copies/import-endpoints.ts',
    search: '    if (size > most_bytes) throw importedFileTooLarge({})\n',
    replace: '',
    reason: 'The files of an import exceed the quota of the realm.',
    tests: OWNERS,
  },
]
