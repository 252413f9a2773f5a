import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export const ROOT = join(import.meta.dirname, '../..')

/** Returns a new folder, which is deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dev-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  return folder
}

export type Program = {
  pid: number
  /** All output so far. */
  output: () => string
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => void
}

/** Runs a program of this project, and stops it after the test. */
export function runs(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { pid: child.pid!, output: () => output, ended, kill: (signal) => child.kill(signal) }
}

/** Starts `npm run dev` with this folder, on a free port. */
export async function startsServer(folder: string, env?: Record<string, string>): Promise<Program> {
  return runs(['scripts/dev.mjs', '--port', String(await freePort()), '--persist-to', folder], env)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const address = probe.address()
  await once(probe.close(), 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Waits until `isSo()`. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(20)
}
