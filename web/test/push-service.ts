import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { inject } from 'vitest'

/** What a browser has received, and the tests that wait for more. */
type RegisteredBrowser = { received: string[]; waiting: ((text: string) => void)[] }

/** A push service with browsers that are registered there. It decrypts what the server sends. */
export async function startPushService() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const browsers = new Map<string, RegisteredBrowser>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = decrypt(Buffer.concat(parts))
      const browser = browsers.get(request.url ?? '')
      const take = browser?.waiting.shift()
      if (take === undefined) browser?.received.push(text)
      else take(text)
      response.writeHead(browser === undefined ? 410 : 201).end()
    })
  })
  server.listen(inject('pushPort'), '127.0.0.1')
  await once(server, 'listening')

  function decrypt(body: Buffer): string {
    const [salt, sender, ciphertext] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const derive = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(ciphertext.subarray(-16))
    const record = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
    return record.subarray(0, record.lastIndexOf(2)).toString()
  }

  return {
    /** Registers a browser. */
    newBrowser: () => {
      const path = `/to/browser-${browsers.size + 1}`
      const browser: RegisteredBrowser = { received: [], waiting: [] }
      browsers.set(path, browser)
      return {
        /** What `PushManager.subscribe` of the browser returns. */
        subscription: {
          endpoint: `http://127.0.0.1:${inject('pushPort')}${path}`,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        /** Returns the next notification, as text. */
        next: (): Promise<string> =>
          browser.received.length > 0
            ? Promise.resolve(browser.received.shift()!)
            : new Promise((resolve) => {
                browser.waiting.push(resolve)
              }),
      }
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
