import { once } from 'node:events'
import { createServer } from 'node:http'
import { inject, onTestFinished } from 'vitest'

const TOKENS = { access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600 }

/** Starts a Zoom until the test ends. Its user agrees at once, and all tokens count. */
export async function startZoom(): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://zoom.test')
    if (pathname === '/oauth/authorize') {
      const answer = new URLSearchParams({ code: 'a code', state: searchParams.get('state') ?? '' })
      response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${answer.toString()}` }).end()
      return
    }
    const body = pathname === '/oauth/token' ? TOKENS : { join_url: 'https://zoom.us/j/2' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(inject('zoomPort'), '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
}
