import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'

const fixture = (name) => readFileSync(new URL(`../fixtures/smtp/${name}`, import.meta.url))

const PASSWORD = 'the smtp password'

/**
 * Starts two SMTP servers by other authors, one with TLS from the start and one with STARTTLS, and a page for what they received.
 * Addresses that begin with `gone` do not exist, those with `full` are full, and a text with `spam` is refused.
 */
export async function setup(project) {
  const received = []
  const options = { key: fixture('key.pem'), cert: fixture('certificate.pem'), logger: false, ...behaviour(received) }
  const encrypted = new SMTPServer({ ...options, secure: true, authMethods: ['LOGIN'] })
  const starting = new SMTPServer({ ...options, secure: false, authMethods: ['PLAIN', 'LOGIN'] })
  // A client that sends a password must encrypt the connection first.
  const plain = new SMTPServer({ ...options, secure: false, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  // Its certificate is that of the package, which no client trusts.
  const untrusted = new SMTPServer({ logger: false, secure: false, ...behaviour(received) })
  const tampered = createTcpServer(answerTampered)
  // A client that ends the connection early is no error of a test.
  for (const server of [encrypted, starting, plain, untrusted]) server.on('error', () => undefined)
  const page = createServer((_, response) => response.end(JSON.stringify(received)))
  const servers = [encrypted, starting, plain, untrusted].map(({ server }) => server)
  for (const server of [...servers, tampered, page]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const [smtps, smtp, unencrypted, withoutTrust] = servers.map((server) => server.address().port)
  project.provide('smtp', {
    smtps,
    smtp,
    unencrypted,
    untrusted: withoutTrust,
    tampered: tampered.address().port,
    received: `http://127.0.0.1:${page.address().port}`,
  })
  return async () => {
    await Promise.all(
      [encrypted, starting, plain, untrusted].map((server) => promisify((done) => server.close(done))()),
    )
    tampered.close()
    page.closeAllConnections()
    page.close()
    await once(page, 'close')
  }
}

/** Another computer on the way adds a reply to the one about STARTTLS, before the encryption begins. */
function answerTampered(socket) {
  socket.on('error', () => undefined)
  socket.write('220 ready\r\n')
  socket.on('data', (data) => {
    const isGreeting = data.toString().startsWith('EHLO')
    socket.write(isGreeting ? '250-mail\r\n250 STARTTLS\r\n' : '220 go on\r\n250 added\r\n')
  })
}

const refusal = (responseCode, message) => Object.assign(new Error(message), { responseCode })

const behaviour = (received) => ({
  onAuth: ({ username, password }, session, callback) =>
    password === PASSWORD ? callback(null, { user: username }) : callback(refusal(535, 'Wrong password')),
  onRcptTo: ({ address }, session, callback) => {
    if (address.startsWith('gone')) return callback(refusal(550, '5.1.1 No such user'))
    return address.startsWith('full') ? callback(refusal(452, '4.2.2 Mailbox is full')) : callback()
  },
  onData: async (stream, { envelope, user, secure }, callback) => {
    const chunks = []
    for await (const chunk of stream) chunks.push(chunk)
    const message = Buffer.concat(chunks).toString()
    if (message.includes('Subject: spam')) return callback(refusal(554, '5.7.1 Refused'))
    const { mailFrom, rcptTo } = envelope
    received.push({ from: mailFrom.address, to: rcptTo.map(({ address }) => address), user, secure, message })
    return callback()
  },
})
