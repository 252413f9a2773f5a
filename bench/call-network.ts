// The network between pages that send to each other. Each address that a page names is replaced by one of this program, which passes packets on,
// or drops all of them. Chromium's own emulation of loss does not reach its connections.

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Page } from 'playwright-core'

type Signal = { description?: { sdp?: string }; candidate?: { candidate?: string } }

export const between = { isCut: false }

/** Puts this program between the page and those to which it sends its addresses. */
export const passesThrough = (page: Page): Promise<void> =>
  page.routeWebSocket('**/parley/calls/*/socket**', (socket) => {
    const server = socket.connectToServer()
    let sent = Promise.resolve()
    socket.onMessage((message) => {
      sent = sent.then(async () => {
        const text = await throughHere(String(message))
        if (text !== undefined) server.send(text)
      })
    })
  })

/** Returns the message as the others receive it; undefined if it goes to no one. */
async function throughHere(text: string): Promise<string | undefined> {
  if (!text.startsWith('{"to"')) return text
  const message: { signal: Signal } = JSON.parse(text)
  const { description, candidate } = message.signal
  if (description?.sdp) description.sdp = description.sdp.replaceAll(/^a=(?:candidate|end-of-candidates).*\r\n/gm, '')
  if (candidate?.candidate) {
    const here = await replaced(candidate.candidate)
    if (here === undefined) return undefined
    candidate.candidate = here
  }
  return JSON.stringify(message)
}

/** Returns a candidate with another port of the same address; undefined for TCP. */
async function replaced(candidate: string): Promise<string | undefined> {
  const fields = candidate.split(' ')
  const [, , protocol, , address = '', port] = fields
  if (protocol?.toLowerCase() !== 'udp') return undefined
  fields[5] = String(await passOnTo(address, Number(port)))
  return fields.join(' ')
}

/** Opens a port whose packets go to another one. What comes back goes to who sent. */
async function passOnTo(address: string, port: number): Promise<number> {
  const front = await openSocket(address)
  const backs = new Map<string, Promise<Socket>>()
  front.on('message', (packet, { address: from, port: fromPort }) => {
    const back =
      backs.get(`${from} ${fromPort}`) ??
      openSocket(address).then((opened) =>
        opened.on('message', (answer) => void (between.isCut || front.send(answer, fromPort, from))),
      )
    backs.set(`${from} ${fromPort}`, back)
    void back.then((opened) => between.isCut || opened.send(packet, port, address))
  })
  return front.address().port
}

async function openSocket(address: string): Promise<Socket> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  socket.on('error', () => {})
  socket.bind(0, address)
  await once(socket, 'listening')
  return socket.unref()
}
