// Runs wrangler until standard input closes, then ends all processes that it started. Signals are not enough: npm, a shell or
// wrangler's own launcher can die without forwarding a signal, and leave a server that blocks the port. A pipe closes
// however its owner ends.

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const GRACE_MILLISECONDS = 5000

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js')
// Its own process group, so that one signal stops wrangler, its launcher, the bundler and the runtime.
const child = spawn(process.execPath, [wrangler, ...process.argv.slice(2)], {
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
})
child.stdout.pipe(process.stdout)
child.stderr.pipe(process.stderr)
// If the reader of this output is gone, standard input ends too.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.stdin.resume()
process.stdin.on('error', stop)
process.stdin.on('end', stop)

// The output closes when the launcher and wrangler have ended. The runtime should have ended before.
child.on('close', (code) => {
  signalGroup('SIGKILL')
  process.exit(code ?? 0)
})

function stop() {
  signalGroup('SIGTERM')
  setTimeout(signalGroup, GRACE_MILLISECONDS, 'SIGKILL')
}

function signalGroup(signal: NodeJS.Signals) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The group has ended.
  }
}
