import { createOpener, createSealer, type Opener } from './frames'
import type { ToWorker, Transform } from './messages'

// Encrypts what this client sends in a call, and decrypts what it receives: the media server cannot.

declare const self: DedicatedWorkerGlobalScope

const sealer = createSealer()
const openers = new Map<number, Opener>()

function openerOf(participant: number): Opener {
  const opener = openers.get(participant) ?? createOpener()
  openers.set(participant, opener)
  return opener
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('own' in data) void sealer.use(data.own)
  else openerOf(data.participant).give(data.secret)
})

self.addEventListener('rtctransform', ({ transformer }) => {
  const { kind, participant }: Transform = transformer.options
  const opener = participant === undefined ? undefined : openerOf(participant)
  const change = (frame: Uint8Array<ArrayBuffer>) => (opener ? opener.open(kind, frame) : sealer.seal(kind, frame))
  // It ends with its track.
  pass(transformer, change).catch(() => {})
})

type Change = (frame: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | undefined>

/** Changes all frames of a track. Fifty come in a second from each voice, and a stream between the two would cost each of them CPU. */
async function pass({ readable, writable }: RTCRtpScriptTransformer, change: Change): Promise<void> {
  const reader: ReadableStreamDefaultReader<RTCEncodedAudioFrame | RTCEncodedVideoFrame> = readable.getReader()
  const writer = writable.getWriter()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const frame = read.value
    const changed = await change(new Uint8Array(frame.data))
    // What cannot be encrypted or decrypted is neither sent nor shown.
    if (changed === undefined) continue
    frame.data = changed.buffer
    await writer.write(frame)
  }
}
