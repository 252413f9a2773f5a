/** What the platform's JavaScript has and this Node lacks: https://tc39.es/proposal-arraybuffer-base64/ */
const define = (target: object, name: string, value: unknown) => {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

type Options = { alphabet?: 'base64' | 'base64url' }

function fromBase64(text: string, { alphabet = 'base64' }: Options = {}): Uint8Array {
  const compact = text.replaceAll(/[ \t\n\f\r]/g, '')
  const allowed = alphabet === 'base64' ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9_-]*={0,2}$/
  if (!allowed.test(compact)) throw new SyntaxError('The text is not base64')
  return new Uint8Array(Buffer.from(compact, alphabet))
}

function fromHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) throw new SyntaxError('The text is not hexadecimal')
  return new Uint8Array(Buffer.from(text, 'hex'))
}

export function addNewerJavaScript(): void {
  define(Uint8Array, 'fromBase64', fromBase64)
  define(Uint8Array, 'fromHex', fromHex)
  define(Uint8Array.prototype, 'toHex', function (this: Uint8Array) {
    return Buffer.from(this).toString('hex')
  })
  define(Uint8Array.prototype, 'toBase64', function (this: Uint8Array, { alphabet = 'base64' }: Options = {}) {
    const text = Buffer.from(this).toString('base64')
    return alphabet === 'base64' ? text : text.replaceAll('+', '-').replaceAll('/', '_')
  })
}
