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
  const changes = new TransformStream<RTCEncodedAudioFrame | RTCEncodedVideoFrame>({
    async transform(frame, controller) {
      const changed = await change(new Uint8Array(frame.data))
      // What cannot be encrypted or decrypted is neither sent nor shown.
      if (changed === undefined) return
      frame.data = changed.buffer
      controller.enqueue(frame)
    },
  })
  // It ends with its track.
  transformer.readable
    .pipeThrough(changes)
    .pipeTo(transformer.writable)
    .catch(() => {})
})
