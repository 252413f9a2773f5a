// Records the examples of the API's documentation while tests run (test/support/examples). Without file names, all test files
// are read, but a test runs only if its `describe` names an endpoint. With file names, all tests of these files run.
// Run it with `npm run examples`, which puts vitest and oxfmt on the PATH.

import { execFileSync } from 'node:child_process'

const files = process.argv.slice(2)
const env = { ...process.env, RECORD_EXAMPLES: files.length > 0 ? 'all tests' : 'named endpoints' }
try {
  execFileSync('vitest', ['run', '--project', 'server', ...files], { env, stdio: 'inherit' })
} catch {
  // A failed test gives no example, and the others are written all the same.
  process.exitCode = 1
}
execFileSync('oxfmt', ['src/api/documentation/examples.data.json'], { stdio: 'inherit' })
