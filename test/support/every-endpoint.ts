import process from 'node:process'
import type { TestProject } from 'vitest/node'
import type {} from './answered-endpoints'

/**
 * Fails a run of all the tests if some endpoint of the catalogue never gave an answer that was held against its
 * declaration. It looks at the files' reports when all is over, so neither their order nor who ran them matters; a run of
 * some of the tests is none of its business.
 */
export function setup({ vitest }: TestProject): () => Promise<void> {
  return async function teardown() {
    const reports = vitest.state.getTestModules().map((file) => ({ id: file.moduleId, ...file.meta().endpoints }))
    const ran = new Set(reports.map(({ id }) => id))
    const all = await vitest.globTestSpecifications()
    if (vitest.config.testNamePattern || all.some(({ moduleId }) => !ran.has(moduleId))) return
    const answered = new Set(reports.flatMap((report) => report.answered ?? []))
    const forgotten = new Set(
      reports.flatMap((report) => report.declared ?? []).filter((route) => !answered.has(route)),
    )
    if (forgotten.size === 0) return
    vitest.logger.error(
      `No test ever saw these endpoints answer:\n${[...forgotten].map((route) => `  ${route}`).join('\n')}`,
    )
    process.exitCode = 1
  }
}
