import { expect, test } from 'vitest'
import { mutantsOfChange } from '../../scripts/mutants/changed.ts'
import type { NumberedMutant } from '../../scripts/mutants/list.ts'
import { correctedBy, pageOf } from '../../scripts/mutants/record.ts'

const mutant = (number: number, file: NumberedMutant['file'], more: Partial<NumberedMutant> = {}): NumberedMutant => ({
  area: 'files',
  number,
  file,
  search: 'a',
  replace: 'b',
  reason: `Reason ${number}.`,
  tests: ['test/files/files.test.ts'],
  ...more,
})

const changeOf = (files: string[], before = '') => ({ files: new Set(files), textBefore: () => before })

test('the mutants of changed files come in turns, those of important files first', () => {
  const mutants = [
    mutant(1, 'src/markdown/a.ts'),
    mutant(2, 'src/markdown/a.ts'),
    mutant(3, 'src/api/admission.ts'),
    mutant(4, 'src/api/admission.ts'),
    mutant(5, 'src/api/other.ts'),
  ]
  const chosen = mutantsOfChange(mutants, changeOf(['src/markdown/a.ts', 'src/api/admission.ts']))
  expect(chosen.map(({ number }) => number)).toEqual([3, 1, 4, 2])
})

test('a new mutant, and one whose tests changed, come after those of changed files', () => {
  const mutants = [
    mutant(1, 'src/api/a.ts', { tests: ['test/api/a.test.ts'] }),
    mutant(2, 'src/api/b.ts'),
    mutant(3, 'src/api/c.ts', { area: 'queues' }),
    mutant(4, 'src/api/d.ts', { area: 'queues', reason: 'It was there before.' }),
  ]
  const change = changeOf(['test/api/a.test.ts', 'src/api/b.ts', 'test/mutants/queues.ts'], 'It was there before.')
  expect(mutantsOfChange(mutants, change).map(({ number }) => number)).toEqual([2, 3, 1])
})

test('a change of other files concerns no mutant', () => {
  expect(mutantsOfChange([mutant(1, 'src/api/a.ts')], changeOf(['docs/limits.md']))).toEqual([])
})

test('the page counts the mutants of all areas, and names those that survived', () => {
  const page = pageOf({
    files: { date: '2026-11-23', commit: 'c0ffee00', killed: 3, survived: ['A file is lost.'], unusable: [] },
    queues: { date: '2026-11-22', commit: 'decade00', killed: 2, survived: [], unusable: [] },
  })
  expect(page).toContain('5 were killed, 1 survived, and 0 were unusable')
  expect(page).toContain('| files | 2026-11-23 | c0ffee00 | 3 | 1 | 0 |')
  expect(page).toContain('- files, survived: A file is lost.')
})

test('a later run of single mutants corrects the result of their area', () => {
  const last = { date: '2026-11-23', commit: 'c0ffee00', killed: 3, survived: ['Reason 1.'], unusable: ['Reason 2.'] }
  const results = (['killed', 'killed', 'SURVIVED'] as const).map((verdict, nth) => ({
    mutant: mutant(nth + 1, 'src/api/a.ts'),
    answer: { state: 'passed' as const, tests: [], message: '' },
    verdict,
  }))
  expect(correctedBy(last, results.slice(1))).toEqual({
    ...last,
    killed: 3,
    survived: ['Reason 1.', 'Reason 3.'],
    unusable: [],
  })
  expect(correctedBy(last, results.slice(0, 2))).toEqual({ ...last, killed: 5, survived: [], unusable: [] })
  expect(correctedBy(last, [])).toEqual(last)
})
