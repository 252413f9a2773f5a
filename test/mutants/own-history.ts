import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/messages/narrows/newest-received.ts',
    search: 'Math.max(from, open.from_message + 1)',
    replace: 'from',
    reason: 'A user misses what others wrote before the subscription of the user who read first.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/newest-received.ts',
    search: 'if (newest) append(newest, id)',
    replace: '',
    reason: 'A page from memory misses new messages.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/newest-received.ts',
    search: 'newest.from = newest.ids[1]!',
    replace: '',
    reason: 'A page from memory misses what memory dropped.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/own-history.ts',
    search: 'for (const { id } of moved.rows) all.add(id)',
    replace: '',
    reason: 'A page from memory misses messages that were moved into protected history.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/own-history.ts',
    search: `for (const id of flaggedIds(realm.sql, reader.user_id, 'historical')) all.add(id)`,
    replace: '',
    reason: 'A page from memory misses older messages on which the reader acted.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/own-history.ts',
    search: 'filter((id) => id >= newest.from)',
    replace: 'filter((id) => id > 0)',
    reason: 'Memory returns old messages, and leaves out newer ones that it does not have.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/take-messages.ts',
    search: 'query.inMemory?.keep(found, next === undefined)',
    replace: '{}',
    reason: 'Each page of the newest messages reads those of others again.',
    tests: ['test/messages/narrows.own-history.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/compile.ts',
    search: 'excludeEachOther(compiled) ? NOTHING : selectAll',
    replace: 'selectAll',
    reason: 'A term and its negation read all messages of the realm, in hundreds of turns.',
    tests: ['test/messages/narrows.turns.test.ts'],
  },
  {
    file: 'src/domain/messages/narrows/merged-conversations.ts',
    search: 'all.filter(fits)',
    replace: 'all.slice()',
    reason: 'Terms about conversations that have none in common read all messages of one of them.',
    tests: ['test/messages/narrows.turns.test.ts'],
  },
]
