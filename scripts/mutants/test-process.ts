// Runs tests on request, in the copy of the project that is its working directory. One process runs many mutants, because it
// transforms only changed files. A new process for each mutant would take several times as long.

import { join } from 'node:path'
import process from 'node:process'
import { createVitest, type TestModule } from 'vitest/node'
import { messageOf } from '../../conversion/failure.ts'
import type { Answer, TestRequest } from './test-requests.ts'

const root = process.cwd()
const vitest = await createVitest('test', { root, watch: false, reporters: [{}], coverage: { enabled: false } })
process.on('message', async (message: TestRequest) => process.send?.(await answerTo(message)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answerTo({ tests, only, changed, bail }: TestRequest): Promise<Answer> {
  try {
    vitest.config.bail = bail
    for (const file of changed) vitest.invalidateFile(join(root, file))
    return judged(await run(tests, only))
  } catch (error) {
    return { state: 'broken', tests: [], message: String(error) }
  }
}

async function run(tests: readonly string[], only: string | undefined) {
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(RegExp.escape?.(only) ?? only.replace(/[^\w\s]/gu, '\\$&')))
  const files = new Set(tests.map((test) => join(root, test)))
  const found = await vitest.globTestSpecifications([...tests])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    found.filter(({ moduleId }) => files.has(moduleId)),
  )
  return { files: testModules.filter(({ moduleId }) => files.has(moduleId)), unhandledErrors }
}

function judged({ files, unhandledErrors }: { files: TestModule[]; unhandledErrors: unknown[] }): Answer {
  const all = files.flatMap((file) => [...file.children.allTests()])
  const failed = all.filter((test) => test.result().state === 'failed')
  if (failed.length > 0)
    return {
      state: 'failed',
      tests: failed.map(({ name }) => name),
      message: failed[0]?.result().errors?.[0]?.message ?? '',
    }
  const [error] = files.flatMap((file) => [...errorsIn(file)])
  if (error !== undefined) return { state: 'broken', tests: [], message: error.message }
  if (unhandledErrors.length > 0)
    return { state: 'failed', tests: ['(an error that no test caught)'], message: messageOf(unhandledErrors[0]) }
  return { state: all.some((test) => test.result().state === 'passed') ? 'passed' : 'empty', tests: [], message: '' }
}

/** Errors of a file that belong to no test: it could not be loaded, or a hook failed. */
function* errorsIn(file: TestModule) {
  yield* file.errors()
  for (const suite of file.children.allSuites()) yield* suite.errors()
}
