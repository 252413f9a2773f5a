import type { ToWorker, Transform } from '../call-worker/messages'
import { trustedTypes } from '../look/trusted-types'
import { createKeys, type Keys, type SealedKey } from './keys'
// oxlint-disable-next-line import/default -- Vite exports the address of the script
import address from '../call-worker/worker.ts?worker&url'

/** The address is one of the build, so no text of a user can become a script. */
const policy = trustedTypes.createPolicy('call-worker', { createScriptURL: (url) => url })

type Options = {
  call_id: number
  own: number
  send: (keys: SealedKey[]) => void
  report: (error: unknown) => void
}

/** The encryption of a call between the browsers: the media server passes on what it cannot decrypt. */
export type Encryption = Omit<Keys, 'close'> & {
  /** Encrypts what is sent. */
  seal: (transceiver: RTCRtpTransceiver) => void
  /** Decrypts what comes from a participant. */
  open: (receiver: RTCRtpReceiver, participant: number) => void
  close: () => void
}

/** Whether the browser can encrypt what it sends over a media server. */
export const canEncrypt = (): boolean => 'RTCRtpScriptTransform' in globalThis

export async function createEncryption(options: Options): Promise<Encryption> {
  const worker = new Worker(policy.createScriptURL(address), { type: 'module' })
  const post = (message: ToWorker) => worker.postMessage(message)
  const keys = await createKeys({
    ...options,
    use: (own) => post({ own }),
    learn: (participant, secret) => post({ participant, secret }),
  })
  const transform = (how: Transform) => new RTCRtpScriptTransform(worker, how)
  return {
    ...keys,
    seal({ sender, receiver }) {
      sender.transform = transform({ kind: receiver.track.kind })
    },
    open(receiver, participant) {
      receiver.transform = transform({ kind: receiver.track.kind, participant })
    },
    close() {
      keys.close()
      worker.terminate()
    },
  }
}
