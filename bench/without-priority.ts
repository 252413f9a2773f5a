import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Returns a program that starts Chromium without the right to take precedence. Root has this right: then the threads that play and record sound run in
 * real time, and most others before other programs. With ten pages, the media server of the tests, which stands for another machine, then
 * waited up to two seconds for a core. Other users do not have the right.
 */
export function withoutPriority(chromium: string): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return chromium
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'chromium')
  const rights = '--bounding-set -sys_nice --inh-caps -sys_nice'
  writeFileSync(program, `#!/bin/sh\nexec setpriv ${rights} '${chromium}' "$@"\n`)
  chmodSync(program, 0o755)
  return program
}
