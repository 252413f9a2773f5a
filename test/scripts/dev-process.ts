import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../web/test/free-port'

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
  /** The output so far, without stderr. */
  results: () => string
  ended: Promise<number | null>
  hasEnded: () => boolean
  kill: (signal: NodeJS.Signals) => void
}

/** Runs a program of this project, and stops it after the test. */
export function runs(args: string[], env: Record<string, string> = {}, input = ''): Program {
  const program = start(args, env)
  program.input.end(input)
  onTestFinished(async () => {
    program.kill('SIGTERM')
    await program.ended
  })
  return program
}

function start(args: string[], env: Record<string, string>): Program & { input: Writable } {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' })
  let output = ''
  let results = ''
  child.stdout.on('data', (text) => (results += text))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    pid: child.pid!,
    output: () => output,
    results: () => results,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal) => child.kill(signal),
    input: child.stdin,
  }
}

/** Starts `npm run dev` with this folder, on a free port, and with the options. */
export async function startsServer(
  folder: string,
  env?: Record<string, string>,
  options: string[] = [],
): Promise<Program> {
  return runs(['scripts/dev.ts', ...options, '--port', String(await freePort()), '--persist-to', folder], env)
}

type SharedServer = { url: string; folder: string; stop: () => Promise<void> }

/** Starts `npm run dev` for all tests of a file, and waits until its realm has its users. `beforeAll` must return `stop`. */
export async function newSharedServer(): Promise<SharedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dev-'))
  const port = await freePort()
  const program = start(['scripts/dev.ts', '--small', '--port', String(port), '--persist-to', folder], {})
  const stop = async () => {
    program.kill('SIGTERM')
    await program.ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
  await until(() => existsSync(join(folder, 'dev.json')))
  return { url: `http://localhost:${port}`, folder, stop }
}

/** Waits until `isSo()`. Fails if the program ends before. */
export async function until(isSo: () => boolean, program?: Program): Promise<void> {
  while (!isSo()) {
    if (program?.hasEnded() && !isSo()) throw new Error(`The program has ended:\n${program.output()}`)
    await pause(20)
  }
}
