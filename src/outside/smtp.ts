// oxlint-disable-next-line no-restricted-imports -- SMTP is no HTTP, and the operator chose the server
import { connect } from 'cloudflare:sockets'
import { base64Of, extensionsIn, withStuffedDots, type SmtpReply, type SmtpServer } from './smtp-rules'

/** A reply that is not the expected one. The connection works, so it is no failure of the network. */
export class SmtpRefusal extends Error {
  constructor(
    readonly command: 'connect' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA',
    readonly reply: SmtpReply,
  ) {
    super(`${command}: ${reply.code} ${reply.lines.join(' ')}`)
  }
}

const MAX_REPLY_BYTES = 2 ** 16

/** One connection: commands, and their replies of one or several lines. */
class SmtpDialog {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  #received = ''

  constructor(readonly socket: Socket) {
    this.#reader = socket.readable.getReader()
    this.#writer = socket.writable.getWriter()
  }

  /** Sends a command and returns its reply. Throws if the reply has another code. */
  async ask(command: SmtpRefusal['command'], line: string | undefined, expected: number): Promise<SmtpReply> {
    if (line !== undefined) await this.#writer.write(new TextEncoder().encode(`${line}\r\n`))
    return this.#expect(command, expected)
  }

  async sendMessage(message: Uint8Array): Promise<void> {
    await this.#writer.write(message)
    await this.ask('DATA', '.', 250)
  }

  async #expect(command: SmtpRefusal['command'], expected: number): Promise<SmtpReply> {
    const lines: string[] = []
    for (;;) {
      const line = await this.#line()
      lines.push(line.slice(4))
      if (line[3] === '-') continue
      const reply = { code: Number(line.slice(0, 3)), lines }
      if (reply.code !== expected) throw new SmtpRefusal(command, reply)
      return reply
    }
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#received.indexOf('\n')
      if (end >= 0) {
        const line = this.#received.slice(0, end).trimEnd()
        this.#received = this.#received.slice(end + 1)
        return line
      }
      if (this.#received.length > MAX_REPLY_BYTES) throw new Error('The reply of the SMTP server is too long')
      const { value, done } = await this.#reader.read()
      if (done) throw new Error('The SMTP server closed the connection')
      this.#received += new TextDecoder().decode(value)
    }
  }

  /** Encrypts the connection. What came before in plain text must not count as a reply of the encrypted one. */
  startTls(): SmtpDialog {
    if (this.#received !== '') throw new Error('The SMTP server sent more than its reply to STARTTLS')
    this.#reader.releaseLock()
    this.#writer.releaseLock()
    return new SmtpDialog(this.socket.startTls())
  }
}

type Envelope = { from: string; to: string; message: Uint8Array }

/**
 * Submits a message (RFC 6409). The connection is encrypted before the password is sent, from the start or by STARTTLS. Throws
 * an `SmtpRefusal` if the server refuses, and another error if it cannot be reached in time.
 */
export async function submitMessage(server: SmtpServer, envelope: Envelope, seconds: number): Promise<void> {
  const { host: hostname, port, isEncrypted } = server
  const socket = connect({ hostname, port }, { secureTransport: isEncrypted ? 'on' : 'starttls', allowHalfOpen: false })
  let current = socket
  const timer = setTimeout(() => void current.close(), seconds * 1000)
  try {
    let dialog = new SmtpDialog(socket)
    await dialog.ask('connect', undefined, 220)
    let extensions = extensionsIn(await greet(dialog, server))
    if (!isEncrypted) {
      await dialog.ask('STARTTLS', 'STARTTLS', 220)
      dialog = dialog.startTls()
      current = dialog.socket
      extensions = extensionsIn(await greet(dialog, server).catch(throwOfTls))
    }
    await authenticate(dialog, server, extensions)
    await dialog.ask('MAIL', `MAIL FROM:<${envelope.from}>`, 250)
    await dialog.ask('RCPT', `RCPT TO:<${envelope.to}>`, 250)
    await dialog.ask('DATA', 'DATA', 354)
    await dialog.sendMessage(withStuffedDots(envelope.message))
  } finally {
    clearTimeout(timer)
    current.close().catch(() => undefined)
  }
}

/** The platform reports a certificate that it does not trust as an internal error. */
function throwOfTls(error: unknown): never {
  if (error instanceof SmtpRefusal) throw error
  throw new Error('The connection could not be encrypted. Is the certificate of the SMTP server valid?', {
    cause: error,
  })
}

const greet = (dialog: SmtpDialog, { own_name }: SmtpServer) => dialog.ask('EHLO', `EHLO ${own_name}`, 250)

async function authenticate(
  dialog: SmtpDialog,
  { user, password }: SmtpServer,
  extensions: ReadonlyMap<string, string>,
): Promise<void> {
  if (user === '') return
  const mechanisms = (extensions.get('AUTH') ?? '').split(' ')
  if (mechanisms.includes('PLAIN') || !mechanisms.includes('LOGIN'))
    return void (await dialog.ask('AUTH', `AUTH PLAIN ${base64Of(`\0${user}\0${password}`)}`, 235))
  await dialog.ask('AUTH', 'AUTH LOGIN', 334)
  await dialog.ask('AUTH', base64Of(user), 334)
  await dialog.ask('AUTH', base64Of(password), 235)
}
