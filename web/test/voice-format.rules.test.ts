import { expect, test } from 'vitest'
import { withPauses } from '../calls/voice-format'

const sdpOf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('')

test('an answer asks for pauses in the voice, and keeps what it asks for otherwise', () => {
  const voice = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', 'a=rtpmap:111 opus/48000/2']
  const sound = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:1', 'a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10']
  const requested = 'a=fmtp:111 usedtx=1;useinbandfec=1'
  expect(withPauses(sdpOf('v=0', ...voice, ...sound), '0')).toBe(sdpOf('v=0', ...voice, requested, ...sound))
  const kept = 'a=fmtp:111 usedtx=1;useinbandfec=1;minptime=10'
  expect(withPauses(sdpOf('v=0', ...voice, ...sound), '1')).toBe(sdpOf('v=0', ...voice, ...sound.slice(0, 3), kept))
})

test('an answer without a voice stays as it is', () => {
  const picture = sdpOf('v=0', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:0', 'a=rtpmap:96 VP8/90000')
  expect(withPauses(picture, '0')).toBe(picture)
  expect(withPauses(picture, undefined)).toBe(picture)
})
