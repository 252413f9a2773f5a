import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port'

/** Starts a way to the server that a test can cut: WebDriver has no command that takes the network from a browser. */
export async function startOutage(site: string) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let server: Server

  async function restore() {
    server = createServer((socket) => {
      const onward = connect(Number(new URL(site).port), '127.0.0.1')
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy()).on('close', () => sockets.delete(one) && other.destroy())
      }
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }

  async function cut() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await restore()
  onTestFinished(() => (server.listening ? cut() : undefined))
  return { url: `http://localhost:${port}`, cut, restore }
}
