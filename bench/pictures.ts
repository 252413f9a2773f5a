// npm run pictures -- [files]
//
// Uploads pictures, and prints the peak of the memory and the CPU time until the server has made their thumbnails or has refused
// to. Chromium draws them, so that they are like those of users. More pictures can be given as files. The memory is that of the
// whole process, above that before the upload: the file itself in the Worker and in R2 is a part of it.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { basename, extname } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { parsed } from './connection.ts'
import { openCast } from './cast.ts'
import { openServer } from './runtime.ts'

const server = await openServer()
const { owner } = await openCast(server, 'pictures')

/** Returns a noisy picture as a browser encodes it. */
async function draw(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ across, down, kind }) => {
      const canvas = new OffscreenCanvas(across, down)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('The browser draws nothing')
      const pixels = context.createImageData(across, down)
      const words = new Uint32Array(pixels.data.buffer)
      for (let index = 0; index < words.length; index++) {
        const [x, y] = [index % across, Math.floor(index / across)]
        const noise = (Math.imul(index, 2654435761) >>> 28) & 15
        words[index] =
          0xff000000 | (((x >> 4) & 255) << 16) | (((y >> 4) & 255) << 8) | ((((x + y) >> 3) + noise) & 255)
      }
      context.putImageData(pixels, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: kind, quality: 0.85 })).arrayBuffer())
      let text = ''
      for (let at = 0; at < bytes.length; at += 30_000) text += String.fromCharCode(...bytes.subarray(at, at + 30_000))
      return btoa(text)
    },
    { across: width, down: height, kind: type },
  )
  return Buffer.from(base64, 'base64')
}

/** Returns a PNG of one colour, which is far smaller than its pixels. */
function emptyPng(width: number, height: number) {
  const number = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
  const chunk = (name: string, content: Buffer) =>
    Buffer.concat([number(content.length), Buffer.from(name), content, number(0)])
  const header = Buffer.concat([number(width), number(height), Buffer.from([8, 2, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Says that a JPEG is larger than it is. */
function withSize(jpeg: Buffer, width: number, height: number) {
  const result = Buffer.from(jpeg)
  const frame = result.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(result[at + 1] ?? 0))
  result.writeUInt16BE(height, frame + 5)
  result.writeUInt16BE(width, frame + 7)
  return result
}

type Response = { type: string | undefined; bytes: Buffer }

function ask(
  method: string,
  path: string,
  body?: Buffer | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Basic ${btoa(`${owner.email}:${owner.api_key}`)}`
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: server.port,
        host: '127.0.0.1',
        method,
        path,
        headers: { host: 'pictures.localhost', authorization, ...headers },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => resolve({ type: response.headers['content-type'], bytes: Buffer.concat(parts) }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' }

async function upload(name: string, bytes: Buffer): Promise<{ url: string }> {
  const head = `--b\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\ncontent-type: ${TYPES[extname(name).slice(1)]}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const answer = await ask('POST', '/api/v1/user_uploads', body, { 'content-type': 'multipart/form-data; boundary=b' })
  return parsed(answer.bytes)
}

/** Returns what messages show, once it is no placeholder any more. */
async function untilMade(url: string): Promise<string> {
  for (;;) {
    const content = new URLSearchParams({ content: `[picture](${url})` }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask('POST', '/api/v1/messages/render', content, form)
    const { rendered } = parsed<{ rendered: string }>(answer.bytes)
    if (!rendered.includes('image-loading-placeholder')) return rendered
    await setTimeout(20)
  }
}

async function measure(what: string, name: string, bytes: Buffer) {
  const cpu = server.cpuSeconds()
  let outcome = 'nothing'
  const growth = await server.growth(async () => {
    const { url } = await upload(name, bytes)
    const isShown = (await untilMade(url)).includes('<img')
    outcome = 'refused'
    if (!isShown) return
    const { type } = await ask('GET', `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`)
    outcome = type === 'image/webp' && !name.endsWith('.webp') ? 'thumbnail' : (type ?? 'no type')
  })
  const aligned = (value: number) => value.toFixed(0).padStart(6)
  const [mebibytes, milliseconds] = [aligned(growth), aligned((server.cpuSeconds() - cpu) * 1000)]
  console.log(
    `${mebibytes} MiB ${milliseconds} ms  ${outcome.padEnd(10)}  ${what}, ${(bytes.length / 1024).toFixed(0)} KiB`,
  )
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
const page = await browser.newPage()
const small = await draw(page, 1600, 1200, 'image/jpeg')
const photo = await draw(page, 4032, 3024, 'image/jpeg')
const pictures: [what: string, name: string, bytes: Buffer][] = [
  ['the first picture, 2 megapixels', 'first.jpg', small],
  ['JPEG, 2 megapixels', 'small.jpg', small],
  ['JPEG, 12 megapixels', 'photo.jpg', photo],
  ['JPEG, 48 megapixels', 'large.jpg', await draw(page, 8064, 6048, 'image/jpeg')],
  ['PNG, 3 megapixels', 'screen.png', await draw(page, 2048, 1536, 'image/png')],
  ['WebP, 3.9 megapixels', 'photo.webp', await draw(page, 2280, 1710, 'image/webp')],
  ['WebP, 12 megapixels', 'large.webp', await draw(page, 4032, 3024, 'image/webp')],
  ['PNG of one colour, 42 megapixels', 'deflated.png', emptyPng(6500, 6500)],
  ['PNG of one colour, 89 megapixels', 'flat.png', emptyPng(9430, 9430)],
  ['PNG of one colour, 100 megapixels', 'bomb.png', emptyPng(10_000, 10_000)],
  ['JPEG of 2 megapixels that says 89', 'liar.jpg', withSize(small, 9430, 9430)],
  ['JPEG that says 4 gigapixels', 'bomb.jpg', withSize(small, 65_535, 65_535)],
]
await browser.close()
for (const path of process.argv.slice(2)) pictures.push([basename(path), basename(path), readFileSync(path)])
for (const picture of pictures) await measure(...picture)
await server.stop()
process.exit(0)
