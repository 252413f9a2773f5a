import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port'

const MARK = '<meta name="build" content="newer">'
const VERSION = /(?<=["`])[\da-f]{16}(?=["`])/
/** The files of a build have names of their own. */
const [OLDER_FILES, NEWER_FILES] = ['/assets/', '/assets/newer/']

/** Starts a way to the server that, from `publish` on, has a newer build: another service worker, and a page with a mark and other files. */
export async function startNewerBuild(site: string) {
  const [port, { port: onward }] = [await freePort(), new URL(site)]
  let isPublished = false

  function forward({ method, url, headers }: IncomingMessage) {
    // The server would say that what the browser has is the newest.
    const { 'if-none-match': _, ...others } = headers
    return request({
      host: '127.0.0.1',
      port: onward,
      method,
      path: url?.replace(NEWER_FILES, OLDER_FILES),
      headers: { ...others, 'accept-encoding': 'identity' },
    })
  }

  async function rewrite(url: string, answer: IncomingMessage, outgoing: ServerResponse) {
    const { 'content-length': _, etag: _etag, ...headers } = answer.headers
    const text = Buffer.concat(await answer.toArray()).toString()
    outgoing.writeHead(answer.statusCode ?? 0, headers)
    const newer = text.replaceAll(OLDER_FILES, NEWER_FILES)
    // The version of a service worker is a hash of its files.
    outgoing.end(url === '/' ? newer.replace('<head>', `<head>${MARK}`) : newer.replace(VERSION, 'newer'))
  }

  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    const forwarded = forward(incoming).on('error', () => outgoing.destroy())
    forwarded.on('response', (answer) => {
      if (isPublished && (url === '/' || url.startsWith('/service-worker.js'))) void rewrite(url, answer, outgoing)
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers))
    })
    incoming.pipe(forwarded)
  })
  server.on('upgrade', (incoming, socket) => {
    const forwarded = forward(incoming).on('error', () => socket.destroy())
    forwarded.on('upgrade', ({ rawHeaders }, other) => {
      const lines = rawHeaders.flatMap((name, nth) => (nth % 2 === 0 ? [`${name}: ${rawHeaders[nth + 1]}`] : []))
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.on('error', () => other.destroy()).pipe(other)
      other.on('error', () => socket.destroy()).pipe(socket)
    })
    forwarded.end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://localhost:${port}`, publish: () => void (isPublished = true) }
}
