// Runs tests on request, in the copy of the project that is its working directory. One process runs many mutants, because it
// transforms only changed files. A new process for each mutant would take several times as long.
//
// A request is { tests, only, changed }, and the response is { state, tests, message }:
//   failed    a test failed; `tests` has the names
//   passed    all tests passed
//   broken    a test file could not be loaded
//   empty     no test matched

import { join } from 'node:path'
import process from 'node:process'
import { createVitest } from 'vitest/node'

const root = process.cwd()
const vitest = await createVitest('test', { root, watch: false, reporters: [{}], coverage: { enabled: false } })
process.on('message', async (message) => process.send?.(await answerTo(message)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

/** @param {any} message */
async function answerTo({ tests, only, changed, bail }) {
  try {
    vitest.config.bail = bail
    for (const file of changed) vitest.invalidateFile(join(root, file))
    return judged(await run(tests, only))
  } catch (error) {
    return { state: 'broken', tests: [], message: String(error) }
  }
}

async function run(tests, only) {
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(RegExp.escape?.(only) ?? only.replace(/[^\w\s]/gu, '\\$&')))
  const files = new Set(tests.map((test) => join(root, test)))
  const found = await vitest.globTestSpecifications(tests)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    found.filter(({ moduleId }) => files.has(moduleId)),
  )
  return { files: testModules.filter(({ moduleId }) => files.has(moduleId)), unhandledErrors }
}

function judged({ files, unhandledErrors }) {
  const all = files.flatMap((file) => [...file.children.allTests()])
  const failed = all.filter((test) => test.result().state === 'failed')
  if (failed.length > 0)
    return {
      state: 'failed',
      tests: failed.map(({ name }) => name),
      message: failed[0].result().errors[0]?.message ?? '',
    }
  const [error] = files.flatMap((file) => [...errorsIn(file)])
  if (error !== undefined) return { state: 'broken', tests: [], message: error.message }
  if (unhandledErrors.length > 0)
    return { state: 'failed', tests: ['(an error that no test caught)'], message: String(unhandledErrors[0].message) }
  return { state: all.some((test) => test.result().state === 'passed') ? 'passed' : 'empty', tests: [], message: '' }
}

/** Errors of a file that belong to no test: it could not be loaded, or a hook failed. */
function* errorsIn(file) {
  yield* file.errors()
  for (const suite of file.children.allSuites()) yield* suite.errors()
}
