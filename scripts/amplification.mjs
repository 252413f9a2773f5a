// npm run amplification
//
// Sends the largest legal request of every endpoint, as the test of it does, and writes what each costs to
// docs/amplification.md, with the CPU time that it took here.

import { spawnSync } from 'node:child_process'
import process from 'node:process'

const env = { ...process.env, AMPLIFICATION_PAGE: 'docs/amplification.md' }
const { status } = spawnSync('vitest', ['run', 'test/amplification'], { env, stdio: 'inherit' })
process.exitCode = status ?? 1
