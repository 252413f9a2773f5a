import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/store/migrate.ts',
    search: 'if (past[index] !== undefined && !isSame(past[index].sql, step)) throw',
    replace: 'if (past[index] !== undefined && false) throw',
    reason: 'A realm runs on tables that a changed migration would have made otherwise.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/store/migrate.ts',
    search: 'steps.slice(past).forEach',
    replace: 'steps.slice(0).forEach',
    reason: 'A migration runs twice.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/store/migrate.ts',
    search: 'if (past.length >= number) throw',
    replace: 'if (past.length > number) throw',
    reason: 'An older release writes into tables that a newer one changed.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/store/migrate.ts',
    search: '?.digest === digest) return',
    replace: ' !== undefined) return',
    reason: 'A new version runs on the tables of the version before.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/store/migrate.ts',
    search: 'BEGIN DELETE FROM finished_migrations; END',
    replace: 'BEGIN SELECT 1; END',
    reason: 'Steps that another release adds are not noticed.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/gateway-object.ts',
    search: 'const wake = () => void this.#open(() => migrateGateway(this.#context))',
    replace: 'const wake = () => void this.#open(() => undefined)',
    reason: 'A gateway keeps the tables of an older release for ever.',
    tests: ['test/events/gateway-restarts.test.ts'],
  },
]
