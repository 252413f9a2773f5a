import process from 'node:process'
import type { TestProject } from 'vitest/node'
import type {} from './answered-endpoints'

/**
 * Fails a run of all tests if an endpoint of the catalogue gave no answer that was checked against its declaration. It reads
 * the reports of the files after the last test, so the order of the files has no influence. It ignores a run of some tests.
 */
export function setup({ vitest }: TestProject): () => Promise<void> {
  return async function teardown() {
    const modules = vitest.state.getTestModules()
    const ran = new Set(modules.map(({ moduleId }) => moduleId))
    const all = await vitest.globTestSpecifications()
    if (vitest.config.testNamePattern || all.some(({ moduleId }) => !ran.has(moduleId))) return
    const reports = modules.map((module) => module.meta().endpoints)
    const answered = new Set(reports.flatMap((report) => report?.answered ?? []))
    const declared = new Set(reports.flatMap((report) => report?.declared ?? []))
    const untested = [...declared].filter((route) => !answered.has(route))
    if (untested.length === 0) return
    vitest.logger.error(`No test has an answer of these endpoints:\n  ${untested.join('\n  ')}`)
    process.exitCode = 1
  }
}
