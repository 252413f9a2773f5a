import { generateKeyPairSync } from 'node:crypto'

/** Returns new keys for `WEB_PUSH_KEYS`: the public and the private key on the curve P-256, base64url, with a dot between. */
export function newPushKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return `${point.toString('base64url')}.${d}`
}
