import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/**
 * What happens on a way, in each of its directions: so many percent of the packets of media and of their reports are lost, all others come so many
 * milliseconds later, or none passes at all. Checks of the connection and the handshake are not lost: werift, at one end, gives up without them.
 */
export type Faults = { loss: number; delay: number; isCut: boolean }

export const noFaults = (): Faults => ({ loss: 0, delay: 0, isCut: false })

/** Opens a port of this program whose packets go to another one. What comes back goes to who sent. `signal` ends it. */
async function passOnTo(address: string, port: number, faults: Faults, signal?: AbortSignal): Promise<number> {
  const front = await openSocket(address, signal)
  const backs = new Map<string, Promise<Socket>>()

  function pass(socket: Socket, packet: Buffer, to: { address: string; port: number }): void {
    if (faults.isCut || (isMedia(packet) && Math.random() * 100 < faults.loss)) return
    // A socket that was closed meanwhile sends nothing.
    const send = () => signal?.aborted || socket.send(packet, to.port, to.address)
    if (faults.delay === 0) send()
    else setTimeout(send, faults.delay)
  }

  async function openBack(from: { address: string; port: number }): Promise<Socket> {
    const back = await openSocket(address, signal)
    return back.on('message', (answer) => pass(front, answer, from))
  }

  front.on('message', (packet, from) => {
    const name = `${from.address} ${from.port}`
    const back = backs.get(name) ?? openBack(from)
    backs.set(name, back)
    void back.then((opened) => pass(opened, packet, { address, port }))
  })
  return front.address().port
}

/** RTP and RTCP begin with their version (RFC 7983). */
const isMedia = (packet: Buffer): boolean => (packet[0] ?? 0) >> 6 === 2

async function openSocket(address: string, signal: AbortSignal | undefined): Promise<Socket> {
  const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4', ...(signal && { signal }) })
  socket.on('error', () => {})
  socket.bind(0, address)
  await once(socket, 'listening')
  return socket.unref()
}

/** Returns a candidate with another port of the same address; undefined for TCP. */
export async function candidateThrough(
  candidate: string,
  faults: Faults,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const fields = candidate.split(' ')
  const [, , protocol, , address = '', port] = fields
  if (protocol?.toLowerCase() !== 'udp') return undefined
  fields[5] = String(await passOnTo(address, Number(port), faults, signal))
  return fields.join(' ')
}

const CANDIDATE_LINES = /^a=(?:candidate|end-of-candidates).*\r\n/gm

/** Returns a description of a connection without addresses: the other side learns one from the first packet. */
export const withoutCandidates = (sdp: string): string => sdp.replaceAll(CANDIDATE_LINES, '')

/** Returns a description of a connection whose addresses are ports of this program. */
export async function descriptionThrough(sdp: string, faults: Faults, signal: AbortSignal): Promise<string> {
  const replaced = new Map<string, string>()
  for (const line of new Set(sdp.match(CANDIDATE_LINES))) {
    const candidate = line.startsWith('a=candidate') ? line.slice('a='.length).trim() : undefined
    const there = candidate && (await candidateThrough(candidate, faults, signal))
    replaced.set(line, candidate === undefined ? line : there ? `a=${there}\r\n` : '')
  }
  return sdp.replaceAll(CANDIDATE_LINES, (line) => replaced.get(line) ?? '')
}
