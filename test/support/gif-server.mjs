import { once } from 'node:events'
import { createServer } from 'node:http'

export async function setup(project) {
  const { url, stop } = await startGifs()
  project.provide('gifServer', url)
  return stop
}

/**
 * Starts a server that plays services with the API of Tenor, version 2. The first part of a path is a service of its own: `PUT` sets how
 * it behaves, `GET` of that part returns the searches. It has fifty pictures, also their files, which move.
 */
export async function startGifs() {
  const services = new Map()
  const server = createServer((request, response) => void answer(request, response, services))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, stop }
}

async function answer(request, response, services) {
  const url = new URL(request.url, `http://${request.headers.host}`)
  const [, name, call] = url.pathname.split('/')
  const service = services.get(name) ?? { behavior: 'answers', searches: [], files: 0 }
  services.set(name, service)
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method === 'PUT') Object.assign(service, JSON.parse(Buffer.concat(chunks).toString()))
  if (call === undefined) return void response.end(JSON.stringify(service))
  if (call.endsWith('.gif')) {
    service.files++
    response.setHeader('content-type', 'image/gif')
    return void response.end(MOVING)
  }
  service.searches.push({ call, ...Object.fromEntries(url.searchParams) })
  BEHAVIORS[service.behavior](response, url, service)
}

/** A picture of one pixel with two frames: one is red, one is blue. */
const MOVING = Buffer.from(
  '47494638396101000100f00000ff00000000ff21f90404140000002c000000000100010000020244010021f90404140000002c00000000010001000002024c01003b',
  'hex',
)

const BEHAVIORS = {
  answers: (response, url, { pictures }) => response.end(JSON.stringify(found(url, pictures))),
  'says other': (response, _, service) => response.end(JSON.stringify(service.answer)),
  fails: (response, url) => {
    response.statusCode = 403
    response.end(`{"error":"the key ${url.searchParams.get('key')} is not known"}`)
  },
  'is broken': (response) => response.end('{"results":'),
  'says too much': (response) => response.end(JSON.stringify({ results: [], next: 'much '.repeat(200_000) })),
  'leads elsewhere': (response) => {
    response.writeHead(302, { location: 'https://elsewhere.example.com/' })
    response.end()
  },
  'hangs up': (response) => response.destroy(),
}

const PICTURES = 50

/** `pictures` is the address of the pictures that a test wants. */
function found(url, pictures = `${url.origin}/${url.pathname.split('/')[1]}`) {
  const at = Number(url.searchParams.get('pos') ?? 0)
  const size = Number(url.searchParams.get('limit'))
  const text = url.searchParams.get('q') ?? 'popular'
  if (text === 'nothing') return { results: [], next: '' }
  const isSticker = url.searchParams.get('searchfilter') === 'sticker'
  const end = Math.min(at + size, PICTURES)
  const results = Array.from({ length: end - at }, (_, index) => {
    const number = at + index + 1
    const format = (name, dims) => ({
      url: `${pictures}/${name}-${number}.gif?cid=tracked`,
      dims,
      duration: 1,
      size: 1,
    })
    return {
      id: String(number),
      content_description: `${text} ${number} ${isSticker ? 'sticker' : 'GIF'}`,
      media_formats: isSticker
        ? { gif_transparent: format('clear', [400, 300]), tinygif_transparent: format('tiny-clear', [200, 150]) }
        : { gif: format('whole', [400, 300]), tinygif: format('tiny', [200, 150]) },
    }
  })
  return { results, next: end < PICTURES ? String(end) : '' }
}
