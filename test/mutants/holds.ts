import type { Mutant } from './mutant'

const HOLDS: Mutant['tests'] = ['test/data/holds.test.ts']
const DISCOVERY: Mutant['tests'] = ['test/data/discovery.test.ts']
const EXPORTS: Mutant['tests'] = ['test/data/discovery.exports.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'src/domain/data/discovery/rules.ts',
    search: 'role === OWNER && !is_bot && isPermitted ? undefined',
    replace: 'role === OWNER && !is_bot ? undefined',
    reason: 'Any owner searches everything.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/data/discovery/rules.ts',
    search: "search.kind === 'everything_searched' && search.actor_id === user_id &&",
    replace: "search.kind === 'everything_searched' &&",
    reason: 'An owner reads the result of a search for which another gave the reason.',
    tests: DISCOVERY,
  },
  {
    file: 'src/domain/data/discovery/rules.ts',
    search: ' && search.at > now - SEARCH_SECONDS',
    replace: '',
    reason: 'A search can be read for ever.',
    tests: DISCOVERY,
  },
  {
    file: 'src/domain/writing/deletion/actions.ts',
    search: 'const others = heldIds.size === 0 ? ids : ids.filter((id) => !heldIds.has(id))',
    replace: 'const others = ids',
    reason: 'The texts of held messages are deleted before the alarm takes them over.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/messages/holds/keep.ts',
    search: '[conversation.stream_id, ...earlier_channels.map(({ stream_id }) => stream_id)]',
    replace: '[conversation.stream_id]',
    reason: 'A user moves a message out of a held channel, and deletes it.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/messages/holds/rules.ts',
    search: 'if (user_ids.length > 0 && !isOf(sender_id) && !(people ?? []).some(isOf)) return false',
    replace: 'if (user_ids.length > 0 && !isOf(sender_id)) return false',
    reason: 'Direct messages to a held person are not kept.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/messages/holds/due-work.ts',
    search: 'if (kept.length > 0) realm.bodies.remove(kept, realm.log.takeId())',
    replace: '',
    reason: 'D1 keeps the texts of deleted messages after the realm took them over.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/data/discovery/due-work.ts',
    search: 'if (messages.length > 0) realm.bodies.remove(messages, realm.log.takeId())',
    replace: '',
    reason: 'A hold that ends soon leaves texts of deleted messages in D1.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/data/discovery/due-work.ts',
    search: 'ids.filter((id) => !heldIds.has(id)),',
    replace: 'ids,',
    reason: 'The end of one hold deletes what another one keeps.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/files/attachments/actions.ts',
    search: 'if (!isFileKept(realm.sql, file.key)) deleteFileLater',
    replace: 'deleteFileLater',
    reason: 'The files of held messages are deleted from R2.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/organization/realms/erasure.ts',
    search: 'if (allHolds(realm).length > 0) {',
    replace: 'if (allHolds(realm).length > 999) {',
    reason: 'A realm with a hold is erased.',
    tests: HOLDS,
  },
  {
    file: 'src/domain/data/exports/actions.ts',
    search: 'if (search_id === null) realm.publish(',
    replace: 'realm.publish(',
    reason: 'Administrators notice the export of a search over everything.',
    tests: EXPORTS,
  },
  {
    file: 'src/domain/data/exports/actions.ts',
    search: 'dataExport === undefined || dataExport.is_complete || dataExport.search_id !== null',
    replace: 'dataExport === undefined || dataExport.is_complete',
    reason: 'Administrators delete the export of a search over everything.',
    tests: EXPORTS,
  },
  {
    file: 'src/domain/data/exports/access.ts',
    search: 'if (dataExport.search_id !== null && !mayStillDownload(realm, dataExport)) throw fileDoesNotExist({})',
    replace: '',
    reason: 'The URL of an export works after its owner lost the permission.',
    tests: EXPORTS,
  },
]
