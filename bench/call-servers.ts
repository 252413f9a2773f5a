// The programs beside the server that pass on media.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'

/** Starts the media server of the tests. */
export async function startMedia(port: number, { loss, delay }: { loss: string; delay: string }) {
  const program = join(import.meta.dirname, 'call-media.ts')
  const child = spawn(process.execPath, [program, String(port), loss, delay], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill())
  await once(child.stdout, 'data')
  return child
}

/** Starts coturn, of the operating system. */
export function startRelay({ port, secret }: { port: number; secret: string }) {
  const address = '127.0.0.1'
  const options = [
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--allow-loopback-peers',
    '--use-auth-secret',
    '--log-file',
    '/dev/null',
  ]
  const place = ['--listening-ip', address, '--relay-ip', address, '--listening-port', String(port)]
  const child = spawn('turnserver', [...options, ...place, '--realm', 'bench', '--static-auth-secret', secret])
  process.on('exit', () => child.kill())
  return child
}
