// What the microphones of the pages record: each person speaks for a second of ten, so one of ten people speaks at a time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const SAMPLES_PER_SECOND = 48_000
const SECONDS = 10
const SPOKEN_SECONDS = 1
const SYLLABLES_PER_SECOND = 4
const LOUD = 9000
/** The frequencies of a voice, and how loud each is. */
const TONES = [
  [180, 1],
  [540, 0.5],
  [1300, 0.3],
] as const

/** Writes a file for `--use-file-for-fake-audio-capture`, which Chromium repeats, and returns its path. */
export function writeVoice(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-voice-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'voice.wav')
  const samples = Int16Array.from({ length: SAMPLES_PER_SECOND * SECONDS }, (_, at) =>
    sampleAt(at / SAMPLES_PER_SECOND),
  )
  writeFileSync(file, Buffer.concat([headerFor(samples.byteLength), Buffer.from(samples.buffer)]))
  return file
}

function sampleAt(second: number): number {
  if (second >= SPOKEN_SECONDS) return 0
  const syllable = Math.abs(Math.sin(Math.PI * SYLLABLES_PER_SECOND * second))
  const tones = TONES.map(([frequency, share]) => share * Math.sin(2 * Math.PI * frequency * second))
  return LOUD * syllable * tones.reduce((sum, each) => sum + each, 0)
}

/** The header of a file of sound: samples of 16 bits, in one channel. */
function headerFor(bytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  header.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
