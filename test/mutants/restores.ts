import type { Mutant } from './mutant'

const RESTORES = ['test/data/restores.test.ts'] as const
const ERASURE = ['test/data/erasure.test.ts'] as const
const ACCOUNTS = ['test/data/account-erasure.test.ts'] as const
const NIGHTLY = ['test/data/nightly-copies.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/data/restores/storage.ts',
    search: 'version: Math.max(version, changed.get(id) ?? 0)',
    replace: 'version',
    reason:
      'A restore brings back a text that the server replaced before the moment: a call that was missed rings again.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/restored-state.ts',
    search: "  'agents',\n",
    replace: '',
    reason: 'An agent that its user ended works again after a restore.',
    tests: ['test/data/restores.test.ts'],
  },
  {
    file: 'src/domain/accounts/deactivation/actions.ts',
    search: '  if (isErased(realm.sql, target)) throw accountIsErased({})\n',
    replace: '',
    reason: 'An administrator opens the account of a user who deleted it, and acts with its groups and channels.',
    tests: ACCOUNTS,
  },
  {
    file: 'src/domain/organization/realms/erasure.ts',
    search: 'realm.backups !== undefined && (await deleteBackups(realm.backups, realm.name))',
    replace: 'false',
    reason: 'The nightly copies of an erased realm stay.',
    tests: NIGHTLY,
  },
  {
    file: 'src/domain/data/account-erasure/endpoints.ts',
    search: '    requireRecentLogin(realm)\n',
    replace: '',
    reason: 'Who has an API key or an open browser of a user deletes the account.',
    tests: ACCOUNTS,
  },
  {
    file: 'src/domain/data/account-erasure/actions.ts',
    search: '  redactEntriesOf(realm, user_id)\n',
    replace: '',
    reason: 'The audit log keeps the network addresses of a user who deleted all personal data.',
    tests: ACCOUNTS,
  },
  {
    file: 'src/domain/data/restores/recover.ts',
    search: 'if (user && !isErased(realm.sql, user_id)) eraseAccount(realm, user, deletes_messages === 1)',
    replace: '',
    reason: 'A restore brings back the personal data of users who deleted it.',
    tests: ACCOUNTS,
  },
  {
    file: 'src/domain/data/restores/recover.ts',
    search: 'if (isStillAt(realm, state)) writeRestoreState',
    replace: 'writeRestoreState',
    reason: 'Of two recoveries at once, the older one brings back a text that a user has changed since.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/restored-state.ts',
    search: '    skipIds(realm, highest_ids)\n',
    replace: '',
    reason: 'A restored realm issues ids again, and D1 has another text under them.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/recover.ts',
    search: 'version: Math.max(version, row.version)',
    replace: 'version',
    reason: 'A message that was edited before the moment gets the text before that edit.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/recover.ts',
    search: 'const version = state.last_version',
    replace: 'const version = 0',
    reason: 'A restore to a moment after another restore brings back a text that the other one took away.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/restored-state.ts',
    search: 'realm.log.skipTo(renumberWaitingRows(realm.sql, realm.log.takeId()))',
    replace: '',
    reason: 'D1 keeps newer texts instead of the texts that waited for it at the moment.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/restored-state.ts',
    search: '    endAllSessions(realm)\n',
    replace: '',
    reason: 'A session that ended after the moment is valid again.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/timeline.ts',
    search: 'throw storeUnavailable({})',
    replace: 'return undefined',
    reason: 'A restored realm serves users without knowing that it was restored.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/data/restores/rules.ts',
    search: 'if (moment > now - CONFIRMED_FOR_SECONDS)',
    replace: 'if (moment > now)',
    reason: 'A restored realm believes that its state is the newest.',
    tests: RESTORES,
  },
  {
    file: 'src/domain/organization/realms/erasure.ts',
    search: 'if (files.length > 0) await realm.files.delete(files.map(({ key }) => key))',
    replace: '',
    reason: 'The files of an erased realm stay in R2.',
    tests: ERASURE,
  },
  {
    file: 'src/domain/organization/realms/erased-rows-storage.ts',
    search: "batchOf('replaced_bodies', 'target, id, replaced_by')",
    replace: "batchOf('users', 'user_id')",
    reason: 'Edited and deleted texts of an erased realm stay in D1.',
    tests: ERASURE,
  },
  {
    file: 'src/domain/organization/realms/erasure-endpoints.ts',
    search: '    requireRecentLogin(realm)\n',
    replace: '',
    reason: 'A thief of an API key erases an organization.',
    tests: ERASURE,
  },
  {
    file: 'src/domain/organization/realms/actions.ts',
    search: '  cancelErasure(realm.sql)\n',
    replace: '',
    reason: 'An organization that was reopened is erased.',
    tests: ERASURE,
  },
]
