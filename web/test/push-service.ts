import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { inject } from 'vitest'

/** A push service, and one browser that is registered there. It decrypts what the server sends. */
export async function startPushService() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const received: string[] = []
  const waiting: ((text: string) => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = decrypt(Buffer.concat(parts))
      const take = waiting.shift()
      if (take === undefined) received.push(text)
      else take(text)
      response.writeHead(201).end()
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
    /** What `PushManager.subscribe` of the browser returns. */
    subscription: {
      endpoint: `http://127.0.0.1:${inject('pushPort')}/to/browser`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** Returns the next notification, as text. */
    next: (): Promise<string> =>
      received.length > 0
        ? Promise.resolve(received.shift()!)
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
