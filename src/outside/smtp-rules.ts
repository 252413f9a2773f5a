/** A server for submission, and the account there. */
export type SmtpServer = {
  host: string
  port: number
  isEncrypted: boolean // from the start; otherwise by STARTTLS
  user: string
  password: string
  own_name: string // for EHLO
}

export type SmtpReply = { code: number; lines: string[] }

const PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

/**
 * Returns the server of an address such as `smtps://user:password@mail.example.com`. `smtp:` uses STARTTLS. Throws if it is no
 * such address.
 */
export function smtpServerOf(address: string, own_name: string): SmtpServer {
  const url = URL.parse(address)
  const port = url === null ? undefined : PORTS[url.protocol]
  if (url === null || port === undefined || url.hostname === '')
    throw new Error('SMTP_URL must be smtps://user:password@host or smtp://user:password@host')
  return {
    host: url.hostname,
    port: Number(url.port) || port,
    isEncrypted: url.protocol === 'smtps:',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    own_name,
  }
}

/** Returns the extensions in the reply to EHLO, with their parameters. The first line is the name of the server. */
export const extensionsIn = ({ lines }: SmtpReply): ReadonlyMap<string, string> =>
  new Map(
    lines.slice(1).map((line) => {
      const [name = '', ...parameters] = line.toUpperCase().split(' ')
      return [name, parameters.join(' ')]
    }),
  )

export const base64Of = (text: string): string => new TextEncoder().encode(text).toBase64()

const DOT = 0x2e
const LINE_END = 0x0a

/** Returns a message in which no line is a single dot, which would end it. */
export function withStuffedDots(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  message.forEach((byte, index) => {
    if (byte === DOT && (index === 0 || message[index - 1] === LINE_END)) bytes.push(DOT)
    bytes.push(byte)
  })
  return Uint8Array.from(bytes)
}

/** Whether the reply says that the address does not exist, or accepts no mail (RFC 3463). */
export function isAddressRefused({ code, lines }: SmtpReply): boolean {
  const status = /^5\.(\d+)\.(\d+)/.exec(lines[0] ?? '')
  if (status !== null) return status[1] === '1' || (status[1] === '2' && status[2] !== '2')
  return [550, 551, 553].includes(code)
}
