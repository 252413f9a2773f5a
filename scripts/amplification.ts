// npm run amplification
//
// Runs the test that sends the largest legal request of every endpoint, and writes the costs to docs/amplification.md. The
// CPU times are those of this machine.

import { spawnSync } from 'node:child_process'
import process from 'node:process'

const env = { ...process.env, AMPLIFICATION_PAGE: 'docs/amplification.md' }
const { status } = spawnSync('vitest', ['run', 'test/amplification'], { env, stdio: 'inherit' })
process.exitCode = status ?? 1
