import type { Mutant } from './mutant'

const ARCHIVES = ['test/scripts/import/archives.test.ts'] as const
const INTERRUPTIONS = ['test/scripts/import/interruptions.test.ts'] as const
const NUMBERS = ['test/scripts/import/bson.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'conversion/tar.mjs',
    search: 'base === 8 ? /^[0-7]*$/ : /^\\d+$/',
    replace: 'base === 8 ? /^-?[0-7]*$/ : /^-?\\d+$/',
    reason: 'An archive with a negative size is read without end.',
    tests: ARCHIVES,
  },
  {
    file: 'conversion/convert.mjs',
    search: '  await storage.clear()\n',
    replace: '',
    reason: 'A conversion continues with what an interrupted one left, and messages are there twice.',
    tests: INTERRUPTIONS,
  },
  {
    file: 'conversion/bson.mjs',
    search: 'if (length < least || ',
    replace: 'if (',
    reason: 'Documents that contain the same bytes are read twice each, without end.',
    tests: NUMBERS,
  },
]
