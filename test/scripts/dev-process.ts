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

/** A folder of the test's own, which is gone when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dev-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  return folder
}

export type Program = {
  pid: number
  said: () => string
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => void
}

/** Runs a program of this project. It is asked to end when the test ends. */
export function runs(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { pid: child.pid!, said: () => said, ended, kill: (signal) => child.kill(signal) }
}

/** `npm run dev` on this folder, at a port of its own. */
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

/** Waits until this holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20)
}
