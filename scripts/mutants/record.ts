// Keeps the last result of each area, as data and as a page of the documentation.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result, Verdict } from './trial.ts'

const DATA = 'test/mutants/last-run.json'
const PAGE = 'docs/mutants.md'

/** The last run of an area: the day, the commit, and the reasons of the mutants that no test killed. */
type AreaResult = { date: string; commit: string; killed: number; survived: string[]; unusable: string[] }
export type LastRun = Record<string, AreaResult>

export function readLastRun(root: string): LastRun {
  const file = join(root, DATA)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Keeps the result of all mutants of an area. `commit` is that of the copy in which they were tried. */
export function recordArea(root: string, area: string, results: readonly Result[], commit: string): void {
  const [survived, unusable] = [reasonsOf(results, 'SURVIVED'), reasonsOf(results, 'UNUSABLE')]
  const killed = results.length - survived.length - unusable.length
  const date = new Date().toISOString().slice(0, 10)
  write(root, { ...readLastRun(root), [area]: { date, commit, killed, survived, unusable } })
}

/** Keeps the result of some mutants of an area that was run before. */
export function recordSome(root: string, area: string, results: readonly Result[]): void {
  const all = readLastRun(root)
  if (all[area]) write(root, { ...all, [area]: correctedBy(all[area], results) })
}

/** Returns the result of an area, with the results that some of its mutants have since then. */
export function correctedBy(last: AreaResult, results: readonly Result[]): AreaResult {
  const tried = new Set(results.map(({ mutant }) => mutant.reason))
  const reasons = (before: readonly string[], verdict: Verdict) => [
    ...before.filter((reason) => !tried.has(reason)),
    ...reasonsOf(results, verdict),
  ]
  const [survived, unusable] = [reasons(last.survived, 'SURVIVED'), reasons(last.unusable, 'UNUSABLE')]
  const total = last.killed + last.survived.length + last.unusable.length
  return { ...last, killed: total - survived.length - unusable.length, survived, unusable }
}

const reasonsOf = (results: readonly Result[], verdict: Verdict): string[] =>
  results.filter((result) => result.verdict === verdict).map(({ mutant }) => mutant.reason)

function write(root: string, all: LastRun): void {
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(root, DATA), `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(join(root, PAGE), pageOf(sorted))
}

/** Returns the present commit. With changes that are not committed, it has a `+`. */
export function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${DATA}`, `:!${PAGE}`)
  return git('rev-parse', '--short=8', 'HEAD') + (changed === '' ? '' : '+')
}

/** Returns what is wrong with the page, as a sentence, or undefined. */
export function complaintAboutPage(root: string): string | undefined {
  const file = join(root, PAGE)
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === pageOf(readLastRun(root))
  return isCurrent ? undefined : `${PAGE} is not the page of ${DATA}: npm run mutants -- --page`
}

export const writePage = (root: string): void => writeFileSync(join(root, PAGE), pageOf(readLastRun(root)))

/** Returns the page. Areas that were never run have no line. */
export function pageOf(last: LastRun): string {
  const areas = Object.entries(last)
  const sum = (count: (result: AreaResult) => number) => areas.reduce((total, [, result]) => total + count(result), 0)
  const others = areas.flatMap(([area, { survived, unusable }]) => [
    ...survived.map((reason) => `- ${area}, survived: ${reason}`),
    ...unusable.map((reason) => `- ${area}, unusable: ${reason}`),
  ])
  const lines = [
    '# Mutants',
    '',
    'A mutant breaks one line that security or durability depends on. A test must fail then, or the line has no test.',
    'The mutants are in `test/mutants/`. `npm run mutants` tries all, an area at a time, and writes this page after each area. If it',
    'was interrupted, it continues with the areas that this commit did not run. `.ci/run` tries those of changed files. A later run of',
    'single mutants corrects their result in the line of the area.',
    '',
    `${sum(({ killed }) => killed)} were killed, ${sum(({ survived }) => survived.length)} survived, and ${sum(({ unusable }) => unusable.length)} were unusable, when each area was last run:`,
    '',
    '| area | date | commit | killed | survived | unusable |',
    '| --- | --- | --- | --- | --- | --- |',
    ...areas.map(
      ([area, { date, commit, killed, survived, unusable }]) =>
        `| ${area} | ${date} | ${commit} | ${killed} | ${survived.length} | ${unusable.length} |`,
    ),
    ...(others.length === 0 ? [] : ['', ...others]),
  ]
  return `${lines.join('\n')}\n`
}
