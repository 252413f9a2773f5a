// Runs wrangler for as long as somebody holds the other end of standard input, then ends everything that it started.
// Signals do not get that far by themselves: npm, a shell and wrangler's own launcher may each die without passing one
// on, and leave a server behind that holds the port. A pipe closes however its holder ends.

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const GRACE_MILLISECONDS = 5000

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js')
// A group of its own: wrangler, its launcher, the bundler and the runtime are told to stop together.
const child = spawn(process.execPath, [wrangler, ...process.argv.slice(2)], {
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
})
child.stdout.pipe(process.stdout)
child.stderr.pipe(process.stderr)
// Whoever read this is gone, and so standard input ends as well.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.stdin.resume()
process.stdin.on('error', stop)
process.stdin.on('end', stop)

// Its output closes when the launcher and wrangler itself are gone; the runtime was to go before them.
child.on('close', (code) => {
  tellGroup('SIGKILL')
  process.exit(code ?? 0)
})

function stop() {
  tellGroup('SIGTERM')
  setTimeout(tellGroup, GRACE_MILLISECONDS, 'SIGKILL')
}

function tellGroup(signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Nobody is left in it.
  }
}
