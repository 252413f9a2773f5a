import { once } from 'node:events'
import { createServer } from 'node:net'

/** The system gives higher ports to connections: one could be in use again before a program listens to it. */
const [LOWEST, HIGHEST] = [10_000, 32_000]

/** Returns a port of this machine that no program uses. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
