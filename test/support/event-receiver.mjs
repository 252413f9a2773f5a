import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * Starts a server that receives events and slash commands, and verifies their signatures: those of events with the library of
 * Standard Webhooks. Each path is a receiver of its own: `PUT` sets its secret and its answers, and `GET` returns what it received.
 */
export async function setup(project) {
  const receivers = new Map()
  const server = createServer((request, response) => void answer(request, response, receivers))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('eventReceiver', `http://127.0.0.1:${server.address().port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

async function answer(request, response, receivers) {
  const receiver = receivers.get(request.url) ?? { status: 200, answer: '', secret: '', received: [] }
  receivers.set(request.url, receiver)
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  if (request.method === 'PUT') Object.assign(receiver, JSON.parse(text))
  if (request.method === 'POST')
    receiver.received.push(
      (request.headers['x-slack-signature'] ? verifiedCommand : verified)(receiver, request.headers, text),
    )
  response.statusCode = request.method === 'POST' ? receiver.status : 200
  response.end(request.method === 'GET' ? JSON.stringify(receiver.received) : receiver.answer)
}

/** The clock of a realm stands still in tests, so the library must not compare the time with its own. */
function verified({ secret }, headers, text) {
  const facts = { id: headers['webhook-id'], timestamp: Number(headers['webhook-timestamp']), body: JSON.parse(text) }
  return { ...facts, isSigned: isStandard(secret, headers, text) }
}

/** Returns whether one of the signatures is made with the secret. */
function isStandard(secret, headers, text) {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = secret && new Webhook(secret).sign(headers['webhook-id'], at, text)
  return headers['webhook-signature'].split(' ').includes(expected)
}

function verifiedCommand({ secret }, headers, text) {
  const signed = `v0:${headers['x-slack-request-timestamp']}:${text}`
  const isSigned = headers['x-slack-signature'] === `v0=${createHmac('sha256', secret).update(signed).digest('hex')}`
  return {
    body: Object.fromEntries(new URLSearchParams(text)),
    isSigned,
    isStandard: isStandard(secret, headers, text),
  }
}
