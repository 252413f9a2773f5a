import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/store/bodies.ts',
    search: 'for (const unchanged of this.#reading) unchanged.delete(id)',
    replace: '',
    reason: 'An older body that D1 answers late replaces an edited or deleted one in memory.',
    tests: ['test/store/bodies.test.ts'],
  },
  {
    file: 'src/store/texts.ts',
    search: 'bookmark === undefined ? primary(name) : d1(databases.named(name).withSession(bookmark), ceiling)',
    replace: "d1(databases.named(name).withSession(bookmark ?? 'first-unconstrained'), ceiling)",
    reason: 'A replica answers that lacks what the realm wrote before it restarted.',
    tests: ['test/store/replicas.test.ts'],
  },
  {
    file: 'src/store/texts.ts',
    search: 'withSession(bookmark)',
    replace: "withSession('first-unconstrained')",
    reason: 'A replica answers that lacks the last writes of the realm.',
    tests: ['test/store/replicas.test.ts'],
  },
  {
    file: 'src/store/texts-in-d1.ts',
    search: '  if (missing.length === 0) return [near]\n',
    replace: '  if (missing.length >= 0) return [near]\n',
    reason: 'Messages are missing for readers near a replica that lost rows.',
    tests: ['test/store/replicas.test.ts'],
  },
  {
    file: 'src/store/outbox.ts',
    search: "if (end.how === 'away') away.set(place, end)",
    replace: "if (end.how === 'away') return this.#mayContinue(end)",
    reason: 'One database that is away keeps the rows of all others waiting.',
    tests: ['test/store/generations.test.ts'],
  },
  {
    file: 'src/domain/data/restores/storage.ts',
    search: '  realm.databases.generations.add(highest.generations ?? [])\n',
    replace: '',
    reason: 'A restored realm looks for its texts in the wrong databases.',
    tests: ['test/data/restores.random.test.ts'],
  },
  {
    file: 'src/domain/organization/realms/erasure.ts',
    search: 'if (await deleteRowsInD1(databases.texts.primary(database), name)) return true',
    replace: 'if (database === name) return true',
    reason: 'The texts of an erased realm stay in other databases.',
    tests: ['test/data/erasure.test.ts'],
  },
  {
    file: 'src/domain/data/restores/sweep.ts',
    search: 'databases.all().map(',
    replace: 'databases.all().slice(0, 1).map(',
    reason: 'Replaced texts stay in other databases for ever.',
    tests: ['test/data/erasure.test.ts'],
  },
  {
    file: 'src/listening-realm.ts',
    search: '  realm.databases.generations.reread()\n',
    replace: '',
    reason: 'Memory keeps a generation that a rollback undid.',
    tests: ['test/store/generations.test.ts'],
  },
]
