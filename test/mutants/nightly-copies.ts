import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/data/nightly-copies/absences.ts',
    search: 'if (lost.size >= LOST_AT_ONCE) {',
    replace: 'if (lost.size < 0) {',
    reason: 'After the loss of the bucket of files, the copies of pictures are deleted too.',
    tests: ['test/data/nightly-copies.test.ts'],
  },
  {
    file: 'src/domain/data/nightly-copies/absences.ts',
    search: 'absent.filter((key) => !lost.has(key))',
    replace: 'absent',
    reason: 'The copy of a lost file is deleted.',
    tests: ['test/data/nightly-copies.test.ts'],
  },
  {
    file: 'src/domain/data/nightly-copies/absences.ts',
    search: 'absencesUpTo(realm.sql, Math.min(...nights), FILES_PER_RUN)',
    replace: 'absencesUpTo(realm.sql, Math.max(...nights), FILES_PER_RUN)',
    reason: 'A file is deleted that a kept copy lists.',
    tests: ['test/data/nightly-copies.test.ts'],
  },
]
